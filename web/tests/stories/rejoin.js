// Whatever happens to the page, the connection or the program, a round goes on as it was.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

/** Sits down and plays until the first decision is to be taken. */
async function untilTheFirstDecision(guest, name, [book, game]) {
  const table = await tableOf(guest, book, game);
  await guest.logsInAs(name, `/tables/${table}`);
  await guest.sitsDownAt(table);
  await guest.laysWithKeys("4");
  await guest.isReady();
  const choices = await guest.waitsForTurn();
  assert.ok(choices.length >= 2, "there is a choice");
  return { table, choices, place: await guest.ownPlace() };
}

story("a page that is loaded again in mid-round shows everything as it was", async ({ comes }) => {
  const guest = await comes();
  const { choices, place } = await untilTheFirstDecision(guest, "player", GAMES[1]);
  assert.ok(place.cards.length >= 2 && place.cards.every((card) => /^[2-9TJQKA][cdhs]$/.test(card)), `own cards: ${place.cards}`);
  await guest.reloads();
  assert.deepEqual(await guest.waitsForTurn(), choices);
  assert.deepEqual(await guest.ownPlace(), place);
  await guest.playsOn();
  assert.match((await guest.settlement()).net, /^This round:/);
  await guest.leaves();
});

story("on another device the same place, and to a spectator no face of its cards", async ({ comes }) => {
  const guest = await comes();
  const { table, choices, place } = await untilTheFirstDecision(guest, "alex", GAMES[0]);

  const other = await comes({ phone: true });
  // Both devices give a seed for the next deck at once: a player has one, and the second to come is refused.
  for (const device of [guest, other]) device.expects(/409.*\/api\/tables\/\d+\/commands/);
  await other.logsInAs("alex", `/tables/${table}`);
  assert.deepEqual(await other.waitsForTurn(), choices);
  assert.deepEqual(await other.ownPlace(), place);

  for (const name of [null, "sam", "supervisor", "inspector"]) {
    const spectator = await comes();
    if (name) await spectator.logsInAs(name, `/tables/${table}`);
    else await spectator.opens(`/tables/${table}`);
    await spectator.sees(".seat.taken");
    const markup = await spectator.page.content();
    const up = await spectator.page.locator("main .card use").evaluateAll((all) => all.map((use) => use.getAttribute("href").split("#")[1]));
    for (const card of place.cards) {
      assert.ok(!markup.includes("#" + card), `${name ?? "a spectator"} sees no ${card}`);
    }
    // In Caribbean Stud one card lies open before the decisions: the dealer's.
    assert.deepEqual(up.filter((card) => /^[2-9TJQKA][cdhs]$/.test(card)).length, 1, `${name ?? "a spectator"} sees the dealer's card alone`);
    const told = await (await spectator.context.request.get(`${spectator.house.url}/api/tables/${table}`)).text();
    for (const card of place.cards) assert.ok(!told.includes(`"${card}"`), "nor does a program of theirs");
    await spectator.goes();
  }

  // Decided on one device, seen on the other.
  await other.presses(choices.find((choice) => !choice.fold).key);
  await guest.playsOn();
  const settled = await guest.settlement();
  assert.deepEqual(await other.settlement(), settled);
  await guest.leaves();
});

story("the program is stopped in mid-round and opened again: the page says so, comes back, the round goes on", async ({ comes, house }) => {
  const guest = await comes();
  const { choices, place } = await untilTheFirstDecision(guest, "sam", GAMES[5]);
  guest.expects(/ERR_CONNECTION_REFUSED/, /WebSocket connection to/);
  assert.equal(await house.stop(), 0, "it ends in order");
  const banner = await guest.reads(".lost-banner");
  assert.match(banner, /connection is lost/);
  assert.deepEqual(await guest.ownPlace(), place, "what was seen last stays");
  await guest.photographs("table-lost");
  await house.again();
  await guest.page.locator(".lost-banner").waitFor({ state: "detached", timeout: 40_000 });
  guest.expectsNothingMore();
  assert.deepEqual(await guest.waitsForTurn(), choices, "still logged in, still to decide");
  assert.deepEqual(await guest.ownPlace(), place);
  await guest.playsOn();
  assert.match((await guest.settlement()).net, /^This round:/);
  await guest.leaves();
});
