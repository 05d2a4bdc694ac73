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

story("on a small telephone no button lies over what was done in one's absence, and a refusal is read in lines", async ({ another, comes }) => {
  const house = await another({ settings: ["betting-seconds=4", "decision-seconds=3", "bots=0"] });
  const guest = await comes({ into: house, phone: true, viewport: { width: 360, height: 640 } });
  const table = await tableOf(guest, ...GAMES[2]);
  await guest.logsInAs("player", `/tables/${table}`);
  await guest.page.locator(".join .places button").first().tap();
  await guest.canWager();
  await guest.page.locator('[data-cents-chip="2500"]').tap();
  await guest.page.locator('[data-wagers="lay"]').tap();
  // Nothing is decided: the time runs out.
  await guest.sees(".while-away");
  await guest.canWager();
  await guest.photographs("phone-away");
  const covering = await guest.page.evaluate(() => {
    const box = (item) => item.getBoundingClientRect();
    const notice = box(document.querySelector(".while-away"));
    const over = (at) => at.width > 0 && at.left < notice.right && at.right > notice.left && at.top < notice.bottom && at.bottom > notice.top;
    return [...document.querySelectorAll(".actions button, .actions input")]
      .filter((item) => !item.closest(".while-away") && over(box(item))).map((item) => item.textContent || item.name);
  });
  assert.deepEqual(covering, [], "nothing lies over the notice");
  await guest.fitsTheScreen();

  guest.expects(/40[039]|422/);
  await guest.page.locator('[data-cents-chip="100"]').tap();
  await guest.page.locator('[data-wagers="lay"]').tap();
  const refusal = await guest.sees(".wager [data-error] .notice");
  await guest.photographs("phone-refused");
  const [lines, words] = await refusal.evaluate((notice) => {
    const range = document.createRange();
    range.selectNodeContents(notice);
    const tops = new Set([...range.getClientRects()].map((line) => Math.round(line.top / 8)));
    return [tops.size, notice.textContent.trim().split(/\s+/).length];
  });
  assert.ok(words >= 3 * lines, `${words} words in ${lines} lines`);
  await guest.fitsTheScreen();
  await guest.page.locator(".wager input[name=amount]").first().fill("");
  await guest.leaves();
});
