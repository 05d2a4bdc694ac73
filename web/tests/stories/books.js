// The books and the odds: searched, compared, and changed to see what would be.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES } from "../floor.js";

story("the rules are searched, a clause is opened, two books are compared", async ({ comes }) => {
  const guest = await comes();
  await guest.opens("/rules");
  await guest.page.locator("#q").fill("misdeal jackpot");
  await guest.presses("Enter");
  assert.match(await guest.reads("main [role=status]"), /\d+ answers/);
  assert.match(guest.page.url(), /q=misdeal/, "the address holds the question");
  await guest.photographs("rules-search");
  await guest.page.locator("ol.found a").first().click();
  await guest.page.waitForURL(/\/rules\/[^?]+\/./);
  await guest.sees("h1");

  await guest.opens("/rules/compare");
  await guest.page.locator("#a").selectOption(GAMES[1][0]);
  await guest.page.locator("#b").selectOption(GAMES[3][0]);
  await guest.page.locator("form.search button").click();
  assert.match(await guest.reads("main [role=status]"), /\d+ points differ/);
  assert.ok((await guest.page.locator("main a.clause").count()) > 10, "each point has its clauses");
  await guest.photographs("rules-compare");
});

story("a pay line is changed: the exact edge follows, and the address holds the what-if", async ({ comes, note }) => {
  const guest = await comes();
  await guest.opens(`/odds/${GAMES[5].join("/")}`);
  const edge = () => guest.reads("#result .edge dd");
  const approved = await edge();
  assert.match(approved, /^-?\d+\.\d+ ?%/);
  const pays = guest.page.locator("#what-if input.odds").first();
  const began = Date.now();
  await pays.fill(String(Number(await pays.inputValue()) + 1));
  await guest.page.waitForFunction((old) => document.querySelector("#result .edge dd").innerText !== old, approved);
  note(`the edge followed after ${Date.now() - began} ms`);
  const changed = await edge();
  assert.ok(Number.parseFloat(changed) < Number.parseFloat(approved), `a line that pays more costs the house: ${approved}, then ${changed}`);
  assert.match(guest.page.url(), /\?pay=/);
  await guest.photographs("odds");

  // Whoever gets the address sees the same.
  const friend = await comes();
  await friend.page.goto(guest.page.url());
  assert.equal(await friend.reads("#result .edge dd"), changed);

  // What cannot be is refused beside its field.
  await pays.fill("many");
  await guest.sees("#result .notice.no[role=alert]");
  assert.equal(await pays.getAttribute("aria-invalid"), "true");
});
