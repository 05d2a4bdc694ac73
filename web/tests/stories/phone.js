// On a telephone: everything within reach of a thumb, nothing to the side.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

story("on a telephone a round is played by touch, and nothing scrolls sideways", async ({ comes }) => {
  const guest = await comes({ phone: true });
  await guest.opens("/");
  await guest.fitsTheScreen();
  await guest.photographs("phone-lobby");
  const table = await tableOf(guest, ...GAMES[2]);
  await guest.logsInAs("player", `/tables/${table}`);
  await guest.fitsTheScreen();
  await guest.page.locator(".join .places button").first().tap();
  await guest.sees(".seat.me");
  await guest.canWager();
  await guest.fitsTheScreen();
  await guest.page.locator('[data-cents-chip="2500"]').tap();
  await guest.page.locator('[data-wagers="lay"]').tap();
  await guest.sees(".wager .lies");
  await guest.photographs("phone-table");
  await guest.page.locator('[data-key-press="d"]').tap();
  for (;;) {
    const choices = await guest.waitsForTurn();
    if (!choices.length) break;
    await guest.fitsTheScreen();
    const button = guest.page.locator(`.decisions button.decide[data-key-press="${choices[0].key}"]`);
    const box = await button.boundingBox();
    assert.ok(box.height >= 44 && box.width >= 44, "a thumb hits it");
    const before = await guest.page.locator(".decisions").innerText();
    await button.tap();
    await guest.page.waitForFunction((old) => document.querySelector(".decisions")?.innerText !== old, before);
  }
  assert.match((await guest.settlement()).net, /^This round:/);
  await guest.fitsTheScreen();
  await guest.photographs("phone-settled");
  await guest.leaves();
});
