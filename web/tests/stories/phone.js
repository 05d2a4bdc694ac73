// On a telephone: everything within reach of a thumb, nothing to the side.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

/** A page that is wider than the screen would have to be pushed about. */
export async function fitsItsScreen(visitor) {
  const [page, screen] = await visitor.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(page <= screen, `${visitor.page.url()} is ${page} px wide on a screen of ${screen}`);
}

story("on a telephone a round is played by touch, and nothing scrolls sideways", async ({ comes }) => {
  const guest = await comes({ phone: true });
  await guest.opens("/");
  await fitsItsScreen(guest);
  await guest.photographs("phone-lobby");
  const table = await tableOf(guest, ...GAMES[2]);
  await guest.logsInAs("player", `/tables/${table}`);
  await fitsItsScreen(guest);
  await guest.page.locator(".join .places button").first().tap();
  await guest.sees(".seat.me");
  await guest.canWager();
  await fitsItsScreen(guest);
  await guest.page.locator('[data-cents-chip="2500"]').tap();
  await guest.page.locator('[data-wagers="lay"]').tap();
  await guest.sees(".wager .lies");
  await guest.photographs("phone-table");
  await guest.page.locator('[data-key-press="d"]').tap();
  for (;;) {
    const choices = await guest.waitsForTurn();
    if (!choices.length) break;
    await fitsItsScreen(guest);
    const button = guest.page.locator(`.decisions button.decide[data-key-press="${choices[0].key}"]`);
    const box = await button.boundingBox();
    assert.ok(box.height >= 44 && box.width >= 44, "a thumb hits it");
    const before = await guest.page.locator(".decisions").innerText();
    await button.tap();
    await guest.page.waitForFunction((old) => document.querySelector(".decisions")?.innerText !== old, before);
  }
  assert.match((await guest.settlement()).net, /^This round:/);
  await fitsItsScreen(guest);
  await guest.photographs("phone-settled");
  await guest.leaves();
});
