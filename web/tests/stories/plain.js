// Without scripts everything that is not live works by links and forms.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { NET } from "../visitor.js";
import { GAMES, tableOf } from "../floor.js";

/** Loads the page again until something is there: what a script would have done. */
async function untilThere(guest, what) {
  for (let tries = 0; tries < 60; tries++) {
    if (await guest.page.locator(what).count()) return guest.page.locator(what).first();
    await guest.page.waitForTimeout(700);
    await guest.reloads();
  }
  throw new Error(`${what} did not come`);
}

story("a round without scripts: log in, sit, wager and decide by forms", async ({ comes }) => {
  const guest = await comes({ javaScriptEnabled: false });
  const table = await tableOf(guest, ...GAMES[5]);
  await guest.writesIn("alex", "cardroom", `/tables/${table}`);
  await guest.page.locator(".join .places button").first().click();
  await untilThere(guest, ".seat.me");
  const amount = await untilThere(guest, '.wager[data-spot="ante"] input[name=amount]');
  await amount.fill("25");
  await guest.page.locator('.wager[data-spot="ante"] form.put button').click();
  await untilThere(guest, '.seat.me .spot[data-spot="ante"] .stack');
  await (await untilThere(guest, 'form[action$="/ready"] button')).click();
  const decide = await untilThere(guest, ".decisions button.decide.bet:not([disabled])");
  assert.equal(await guest.page.locator(".seat.me .card").count(), 3);
  await decide.click();
  assert.match(await (await untilThere(guest, NET)).innerText(), /^This round:/);
  assert.ok(await guest.page.locator(".seat.me .spot a.clause").count());
  await guest.photographs("table-without-scripts");
  // A clause is a link then.
  await guest.page.locator(".seat.me .spot a.clause").first().click();
  await guest.page.waitForURL(/\/rules\//);
  await guest.opens(`/tables/${table}`);
  await (await untilThere(guest, "main form:has(input[value*='\"leave\"']) button:not([disabled])")).click();
  await guest.opens(`/tables/${table}`);
  assert.equal(await guest.page.locator(".seat.me").count(), 0);
});

story("without scripts: a wager below the minimum is refused with its clause", async ({ comes }) => {
  const guest = await comes({ javaScriptEnabled: false });
  const table = await tableOf(guest, ...GAMES[5]);
  await guest.writesIn("sam", "cardroom", `/tables/${table}`);
  await guest.page.locator(".join .places button").first().click();
  const amount = await untilThere(guest, '.wager[data-spot="ante"] input[name=amount]');
  guest.expects(/409/);
  await amount.fill("1");
  await guest.page.locator('.wager[data-spot="ante"] form.put button').click();
  const page = await guest.reads("main");
  assert.match(page, /minimum is/);
  assert.ok(await guest.page.locator("main a.clause").count(), "with its clause");
  await guest.opens(`/tables/${table}`);
  await (await untilThere(guest, "main form:has(input[value*='\"leave\"']) button:not([disabled])")).click();
});

story("without scripts: the rules are searched and compared", async ({ comes }) => {
  const guest = await comes({ javaScriptEnabled: false });
  await guest.opens("/rules");
  await guest.page.locator("#q").fill("qualify");
  await guest.page.locator('form[role=search] button').click();
  assert.match(await guest.reads("main [role=status]"), /\d+ answers/);
  await guest.page.locator("ol.found a").first().click();
  assert.match(await guest.reads("h1"), /\S/);
  await guest.opens(`/rules/compare?a=${GAMES[1][0]}&b=${GAMES[3][0]}`);
  assert.match(await guest.reads("main [role=status]"), /\d+ points differ/);
});

story("without scripts: a what-if of the odds", async ({ comes }) => {
  const guest = await comes({ javaScriptEnabled: false });
  await guest.opens(`/odds/${GAMES[5].join("/")}`);
  const edge = () => guest.reads("#result .edge dd");
  const approved = await edge();
  const pays = guest.page.locator("#what-if input.odds").first();
  await pays.fill(String(Number(await pays.inputValue()) + 1));
  await guest.page.locator("#what-if p.buttons button").click();
  await guest.page.waitForURL(/\?pay=/);
  assert.notEqual(await edge(), approved);
});
