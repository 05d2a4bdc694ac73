// What has been played: replayed by the player, found and proved by an inspector.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

story("a past round is replayed and its cards are proved; an inspector finds it and verifies the log", async ({ comes }) => {
  const guest = await comes();
  const table = await tableOf(guest, ...GAMES[5]);
  await guest.logsInAs("sam", `/tables/${table}`);
  await guest.sitsDownAt(table);
  await guest.laysWithKeys("4");
  await guest.isReady();
  await guest.playsOn((choices) => choices.find((choice) => choice.fold));
  const { cards } = await guest.ownPlace();
  await guest.page.locator(".history a", { hasText: "Replay" }).first().waitFor();
  await guest.leaves();
  await guest.page.locator(".history a", { hasText: "Replay" }).first().click();
  await guest.page.waitForURL(/\/rounds\/\d+/);
  const round = guest.page.url();

  // Step by step with keys, and back from the end.
  assert.match(await guest.reads(".step"), /Step 0 of \d+/);
  await guest.presses("ArrowRight");
  await guest.sees(guest.page.locator(".step", { hasText: "Step 1 of" }));
  await guest.presses("End");
  await guest.sees(guest.page.locator(".step", { hasText: /Step (\d+) of \1/ }));
  const shown = await guest.page.locator(".felt .seat.me .card use").evaluateAll((all) => all.map((use) => use.getAttribute("href").split("#")[1]));
  assert.deepEqual(shown, cards, "the own cards as they were dealt");
  await guest.page.locator("[data-check]").click();
  assert.match(await guest.reads(guest.page.locator("[data-checked]", { hasText: /\S/ })), /comes to the commitment/);
  await guest.photographs("replay");

  // Whoever else looks sees what lay open, and not the folded hand.
  const spectator = await comes();
  await spectator.page.goto(round + "?step=999");
  const markup = await spectator.page.content();
  for (const card of cards) assert.ok(!markup.includes("#" + card), `a spectator does not see ${card}`);

  const inspector = await comes();
  await inspector.logsInAs("inspector", "/inspector");
  await inspector.page.locator("#table").fill(String(table));
  await inspector.page.locator("#patron").fill("3");
  await inspector.page.locator("form.search button").click();
  const link = new URL(round).pathname;
  await inspector.sees(`a[href="${link}"]`);
  await inspector.photographs("inspector-found");
  await inspector.opens("/inspector/verify");
  await inspector.page.locator('form[action="/inspector/verify"] button').click();
  // The page looks again by itself until it is done.
  assert.match(await inspector.reads(".notice.ok"), /The log is whole/);
});
