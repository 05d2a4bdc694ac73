// The gaming day of a house in play: it ends in order, and nobody plays between two days.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

/** Sends a form of the pit, with the second manager beside where one is asked for. */
async function sends(person, form, then = `${form} [data-error] .notice, .notice.ok`) {
  const asked = person.page.locator(form);
  if (await asked.locator('input[name="second.badge"]').count()) {
    await asked.locator('input[name="second.badge"]').fill("manager2");
    await asked.locator('input[name="second.pin"]').fill("cardroom");
  }
  await asked.locator("button").first().click();
  await person.sees(then);
}

story("finding 08: a gaming day is closed after its last round, over counted floats, by two", async ({ another, comes }) => {
  const [book, game] = GAMES[3];
  const into = await another();
  const person = await comes({ into });
  const table = await tableOf(person, book, game, { live: true });
  const people = `/pit/people?book=${book}`;
  await person.logsInAs("manager", people);

  // Nothing to press while tables are in play; what stands in the way is listed table by table.
  assert.equal(await person.page.locator("form#house-day").count(), 0);
  const row = (number) => person.page.locator("#day-tables tr", { has: person.page.locator(`a[href="/pit/tables/${number}"]`) });
  assert.match(await row(table).innerText(), /the float is not counted/);
  await sends(person, "form#call-last-round", "form#play-on");

  // Rounds under way are played to their end; nobody begins another.
  const guest = await comes({ into });
  const virtual = await tableOf(guest, book, game);
  await guest.logsInAs("player", `/tables/${virtual}`);
  await guest.page.waitForFunction(() => /last round of the day was called/i.test(document.body.innerText));
  assert.equal(await guest.page.locator("button", { hasText: /^sit|take (a|this) seat/i }).count(), 0, "no place is offered");
  for (;;) {
    await person.opens(people);
    const left = await person.page.locator("#day-tables").innerText();
    if (!/a round is under way|wagers lie/.test(left)) break;
    await person.page.waitForTimeout(1000);
  }

  await person.opens(`/pit/tables/${table}`);
  await person.page.locator('form#count-float input[name="amount"]').fill("99999.00");
  await sends(person, "form#count-float");
  await person.opens(people);
  assert.match(await row(table).innerText(), /-\$1\.00/, "the difference is shown before anybody closes");
  const close = person.page.locator("form#house-day");
  await close.locator('input[name="date"]').check();
  await sends(person, "form#house-day");
  await person.opens(people);
  assert.match(await person.reads("main"), /No gaming day is open/);
  await person.photographs("pit-day-closed");
});
