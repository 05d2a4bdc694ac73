// What cannot be pressed says why, with its clause; a clause opens where it stands.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

story("a wager outside the limits is refused at its spot, with the limit and the clause", async ({ comes }) => {
  const guest = await comes();
  const table = await tableOf(guest, ...GAMES[0]);
  await guest.logsInAs("player", `/tables/${table}`);
  await guest.sitsDownAt(table);
  await guest.canWager();

  // A dollar where ten are the least.
  guest.expects(/409/);
  await guest.presses("1", "Enter");
  const ante = guest.page.locator('.wager[data-spot="ante"]');
  const refusal = await guest.reads(ante.locator(".notice.no"));
  assert.match(refusal, /minimum is \$?10(\.00)?\b/);
  assert.match(refusal, /\d+\.\d+/, "the clause stands beside it");
  assert.equal(await ante.locator("input[name=amount]").getAttribute("aria-invalid"), "true");
  assert.match(await guest.page.locator("#said").innerText(), /minimum is/, "and is said to those who listen");
  assert.equal(await guest.page.locator(".seat.me .spot .stack").count(), 0, "nothing lies on the felt");
  await guest.photographs("table-refused");

  // The clause in our words, above the page; Escape closes it.
  await ante.locator(".notice.no a.clause").click();
  const card = await guest.sees("#clause-card[open]");
  assert.match(await card.innerText(), /\w{4,}/);
  await guest.photographs("clause-card");
  await guest.presses("Escape");
  await card.waitFor({ state: "hidden" });

  // The spot is chosen again, the dollar taken off; then a wager that fits.
  await ante.locator("strong").click();
  await guest.presses("Backspace");
  assert.equal(await ante.locator("input[name=amount]").inputValue(), "");
  await guest.laysWithKeys("4");
  assert.equal(await ante.locator(".notice.no").count(), 0, "what was wrong is gone");

  // What else cannot be done now says why as well.
  for (const why of await guest.page.locator(".why-not").all()) {
    assert.match(await why.innerText(), /^Not now: .+ \d+\.\d+/s);
  }
  await guest.isReady();
  await guest.playsOn((choices) => choices.find((choice) => choice.fold));
  await guest.leaves();
});

story("the keys of a page can be asked for", async ({ comes }) => {
  const guest = await comes();
  await guest.logsInAs("sam");
  const table = await tableOf(guest, ...GAMES[0]);
  await guest.sitsDownAt(table);
  await guest.canWager();
  await guest.presses("?");
  const keys = await guest.reads("#keys[open] dl");
  for (const words of ["Lay wagers", "Repeat", "$25"]) assert.ok(keys.includes(words), `${words} has a key`);
  await guest.presses("Escape");
  await guest.page.locator("#keys").waitFor({ state: "hidden" });
  await guest.leaves();
});
