// The pit: a higher minimum with its notice, and what a book lets happen at once.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

/** Presses a button of a form; while cards lie, limits do not change, so that it is tried again between rounds. */
async function presses(person, form, button, minimum) {
  for (;;) {
    const asked = person.page.locator(form);
    if (minimum) await asked.locator('input[name="limits.ante.min"]').fill(minimum);
    await asked.locator("button", { hasText: button }).click();
    const answer = await person.sees(`${form} [data-error] .notice`);
    if (!/between rounds/.test(await answer.innerText())) return answer;
    await person.page.waitForTimeout(1500);
    await person.opens(new URL(person.page.url()).pathname);
  }
}

story("a higher minimum where people play must be announced, and waits for its notice", async ({ comes }) => {
  const [book, game] = GAMES[0];
  const person = await comes();
  const table = await tableOf(person, book, game);
  await person.logsInAs("supervisor", `/pit/tables/${table}`);

  // Not without a notice.
  person.expects(/40[39]|422/);
  const refused = await presses(person, "form#limits", "Put these in force", "20.00");
  assert.match(await refused.innerText(), /a sign must have shown it for \d+ minutes/);
  assert.ok(await refused.locator("a.clause").count(), "with its clause");
  person.expectsNothingMore();

  // Announced: everybody in the pit sees how long it still runs, and by which clause.
  const done = await presses(person, "form#limits", "Announce these", "20.00");
  assert.equal(await done.getAttribute("class"), "notice ok", await done.innerText());
  const notice = person.page.locator("[data-live=sign] .notice").first();
  assert.match(await notice.innerText(), /Other limits may take effect in \d+:\d\d/);
  assert.ok(await notice.locator("a.clause").count());
  await person.photographs("pit-table");
  const countdown = await notice.locator(".countdown").innerText();
  await person.page.waitForFunction((old) => document.querySelector("[data-live=sign] .countdown")?.innerText !== old, countdown);

  // Before it has run it is refused, and what is in force stays in force.
  person.expects(/40[39]|422/);
  const early = await presses(person, "form#announced", /\S/);
  assert.match(await early.innerText(), /\d+ minutes/);
  assert.ok(await early.locator("a.clause").count());
  const guest = await comes();
  await guest.opens(`/tables/${table}`);
  assert.match(await guest.reads("ul.limits"), /Ante (from )?\$10\b/);
});

story("where nobody plays, other limits hold at once", async ({ comes }) => {
  const [book, game] = GAMES[0];
  const person = await comes();
  const table = await tableOf(person, book, game, { live: true });
  await person.logsInAs("manager", `/pit/tables/${table}`);
  const done = await presses(person, "form#limits", "Put these in force", "20.00");
  assert.equal(await done.getAttribute("class"), "notice ok", await done.innerText());
  const guest = await comes();
  await guest.opens(`/tables/${table}`);
  assert.match(await guest.reads("ul.limits"), /Ante (from )?\$20\b/);
});

story("the pit is for those on the roster, and says so to others", async ({ comes }) => {
  const guest = await comes();
  await guest.logsInAs("sam");
  guest.expects(/403/);
  assert.equal((await guest.opens("/pit")).status(), 403);
  assert.match(await guest.reads("main"), /staff/);
});
