// What a player types that is not an amount is answered in words, at the spot; what will change is told before it does.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

story("finding 11: an amount that is none is refused in words, at its spot", async ({ comes }) => {
  const [book, game] = GAMES[0];
  const guest = await comes();
  const table = await tableOf(guest, book, game);
  await guest.logsInAs("player", `/tables/${table}`);
  await guest.sitsDownAt(table);
  await guest.canWager();
  guest.expects(/40[09]/);
  for (const [typed, said] of [
    ["abc", /'abc' is not an amount of money/],
    ["-5", /'-5' is below zero/],
    ["", /no amount is given/i],
    ["99999999999999999999", /is too much/],
  ]) {
    for (;;) {
      await guest.canWager();
      const input = guest.page.locator(".wagers input[name=amount]").first();
      await input.fill(typed);
      await input.press("Enter");
      const answer = await guest.sees(".wagers .wager [data-error] .notice, .wagers [data-error] .notice, .actions [data-error] .notice");
      const words = await answer.innerText();
      assert.doesNotMatch(words, /JSON|deserialize|column|\/api/, words);
      // A round may have begun meanwhile; then the table says that instead.
      if (said.test(words)) {
        assert.match(words, /write dollars/, "and what to do");
        break;
      }
      await guest.page.waitForTimeout(1000);
    }
  }
});

story("finding 7: a higher minimum that is announced is shown to those who play and watch, while it runs", async ({ comes }) => {
  const [book, game] = GAMES[1];
  const player = await comes();
  const table = await tableOf(player, book, game);
  await player.logsInAs("alex", `/tables/${table}`);
  await player.sitsDownAt(table);
  const watcher = await comes();
  await watcher.opens(`/tables/${table}`);
  assert.equal(await player.page.locator(".announced").count(), 0);

  const supervisor = await comes();
  await supervisor.logsInAs("supervisor", `/pit/tables/${table}`);
  supervisor.expects(/40[39]|422/);
  for (;;) {
    const form = supervisor.page.locator("form#limits");
    await form.locator('input[name="limits.ante.min"]').fill("20.00");
    await form.locator("button", { hasText: "Announce these" }).click();
    const answer = await supervisor.sees("form#limits [data-error] .notice");
    if (!/between rounds/.test(await answer.innerText())) break;
    await supervisor.page.waitForTimeout(1500);
    await supervisor.opens(`/pit/tables/${table}`);
  }
  // It comes by itself to whoever is there, with its time and its clause, and the time runs.
  for (const person of [player, watcher]) {
    const notice = await person.sees(".table-top .announced .notice");
    assert.match(await notice.innerText(), /The limits change: Ante from \$20 in \d+:\d\d/);
    assert.equal(await notice.locator("a.clause").count(), 1, "by which clause");
    const before = await notice.locator(".countdown").innerText();
    await person.page.waitForFunction((old) => document.querySelector(".announced .countdown")?.innerText !== old, before);
  }
  await player.photographs("table-announced");
  // What is in force stays in force, and a program is told the same.
  assert.match(await watcher.reads("ul.limits"), /Ante (from )?\$10\b/);
  const view = await (await fetch(`${watcher.house.url}/api/tables/${table}`)).json();
  assert.equal(view.announced[0].of, "limits");
  assert.equal(view.announced[0].limits[0].min, "20.00");
  assert.ok(view.announced[0].seconds_left > 0 && view.announced[0].clause);
});
