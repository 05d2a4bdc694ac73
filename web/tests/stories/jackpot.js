// The jackpot on the wall: what is wagered at a table, and what is won there, is seen on every screen.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { NET } from "../visitor.js";
import { GAMES, tableOf } from "../floor.js";

const onTheWall = (wall) => wall.page.locator(".meter[data-cents]").first().evaluate((meter) => Number(meter.dataset.cents));

story("a jackpot wager laid at a table shows on the wall", async ({ comes, note }) => {
  const [book, game] = GAMES[0];
  const guest = await comes();
  const table = await tableOf(guest, book, game);
  await guest.logsInAs("alex", `/tables/${table}`);
  await guest.sitsDownAt(table);
  const wall = await comes({ viewport: { width: 1920, height: 1080 } });
  await wall.opens(`/displays/meters/${book}/1`);
  await wall.sees(".meter");
  await guest.laysWithKeys("4");
  const before = await onTheWall(wall);
  await guest.laysTheJackpotWager();
  await guest.isReady();
  const began = Date.now();
  await wall.page.waitForFunction((old) => Number(document.querySelector(".meter[data-cents]")?.dataset.cents) > old, before, { timeout: 40_000 });
  note(`the wall showed more ${Date.now() - began} ms after the wagers were laid`);
  await wall.photographs("display-meter");
  await guest.playsOn();
  assert.ok((await guest.settlement()).lines.some((line) => line.spot === "jackpot"), "the jackpot wager is settled too");
  await guest.leaves();
});

story("a royal flush: the prize is pending on the wall, and the winner when it is approved", async ({ comes, another }) => {
  const house = await another({ prepared: true });
  const book = GAMES[4][0];
  const guest = await comes({ into: house });
  // A deck that was looked for comes out as it lies only where no player adds a seed: this browser gives none.
  await guest.context.route("**/web/*/fair.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await guest.logsInAs("player", "/tables/90");
  await guest.sitsDownAt(90, { place: 1 });
  const wall = await comes({ into: house, viewport: { width: 1920, height: 1080 } });
  await wall.opens(`/displays/meters/${book}/1`);
  const manager = await comes({ into: house });
  await manager.logsInAs("manager", "/pit");
  await guest.laysWithKeys("4");
  await guest.laysTheJackpotWager();
  await guest.isReady();
  for (let street = 3; street <= 5; street++) {
    const choices = await guest.waitsForTurn();
    assert.ok(choices.length, `there is a decision on street ${street}`);
    const before = await guest.page.locator(".decisions").innerText();
    await guest.presses(choices.find((choice) => !choice.fold).key);
    await guest.page.waitForFunction((old) => document.querySelector(".decisions")?.innerText !== old, before, { timeout: 40_000 });
  }
  const pending = await wall.reads(".pending");
  assert.match(pending, /royal/i);
  assert.match(pending, /\$[\d,]+\.\d\d/);
  assert.match(pending, /90/, "and at which table");
  await wall.photographs("display-pending");
  assert.equal(await guest.page.locator(NET).count(), 0, "the round waits for the award");

  // In the pit it cannot be missed, and whom this book trusts with it approves it.
  const award = await manager.sees(".award");
  assert.match(await award.innerText(), /Award at table 90.*royal[ -]flush.*\$[\d,]+\.\d\d/is);
  assert.ok(await award.locator("a.clause").count(), "with its clause");
  await manager.photographs("pit-award");
  await award.locator("button").click();
  assert.match(await wall.reads(".winner"), /royal.*90/is);
  await wall.photographs("display-winner");
  const { lines, net } = await guest.settlement();
  assert.match(lines.find((line) => line.spot === "jackpot").result, /win \+\$[\d,]{5,}/);
  assert.match(net, /^This round: won \$[\d,]{5,}/);
  await guest.photographs("table-royal");
});
