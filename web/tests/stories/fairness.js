// Fairness of the deal: the browser gives a seed, holds a signed receipt, and checks the round; a dropped seed is found.
import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";
import { A_WHILE, NET } from "../visitor.js";

// The recipe of docs/FLOOR.md once more, with nothing of the program's own.
const bytes = (hex) => Buffer.from(hex, "hex");
const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();
const be = (number, length) => bytes(number.toString(16).padStart(2 * length, "0"));
function orderOf({ stream, commitment, round, seeds }) {
  const key = sha("cardroom order 1\0" + stream + "\0", bytes(commitment), be(round, 8), ...seeds.flatMap(({ place, seed }) => [[place], bytes(seed)]));
  const stock = [];
  for (let block = 0; stock.length < 1000; block++) stock.push(...sha("cardroom block 1\0", key, be(block, 4)));
  const order = [...Array(52).keys()];
  for (let last = 51; last > 0; last--) {
    let byte = stock.shift();
    while (byte >= 256 - (256 % (last + 1))) byte = stock.shift();
    const other = byte % (last + 1);
    const moved = order[last];
    order[last] = order[other];
    order[other] = moved;
  }
  return order;
}
function rootOf({ place, number, salt, beside }) {
  let now = sha("cardroom card 1\0", [place, number], bytes(salt));
  for (const other of beside) {
    now = place % 2 ? sha("cardroom pair 1\0", bytes(other), now) : sha("cardroom pair 1\0", now, bytes(other));
    place >>= 1;
  }
  return now.toString("hex");
}
function isSigned({ stream, record, commitment, place, seed, key, signature }) {
  const message = Buffer.concat([Buffer.from("cardroom seed receipt 1\0" + stream + "\0"), be(record, 8), bytes(commitment), Buffer.from([place]), bytes(seed)]);
  // The frame of an Ed25519 key in DER.
  const house = createPublicKey({ key: Buffer.concat([bytes("302a300506032b6570032100"), bytes(key)]), format: "der", type: "spki" });
  return verify(null, message, house, bytes(signature));
}
function checked({ deal, openings }) {
  const order = orderOf(deal);
  const cards = deal.handed.flatMap((handed) => handed.cards);
  const seen = [...cards.entries()].filter(([, card]) => card);
  for (const [turn, card] of seen) {
    const opening = openings.find((each) => each.card === card);
    assert.equal(opening.place, order[turn], `${card} lay where the order demands`);
    assert.equal(rootOf(opening), deal.commitment);
  }
  return seen.length;
}

const plays = async (guest) => {
  await guest.laysWithKeys("4");
  await guest.isReady();
  // What the last round came to lies there until this one begins.
  await guest.page.locator(NET).waitFor({ state: "detached", timeout: A_WHILE });
  await guest.playsOn((choices) => choices.find((choice) => choice.fold));
};

story("a player's browser adds a seed to the deal and checks the round; a dropped seed is found", async ({ house, comes }) => {
  const guest = await comes();
  const table = await tableOf(guest, ...GAMES[5]);
  await guest.logsInAs("alex", `/tables/${table}`);
  await guest.sitsDownAt(table);
  await guest.canWager();
  // Not with the mouse: keys go to what was pressed last.
  await guest.page.locator("#fairness").evaluate((details) => { details.open = true; });
  const seed = await guest.reads("#fairness code[data-mine]");
  assert.match(seed, /^[0-9a-f]{64}$/);
  assert.match(await guest.reads(guest.page.locator("[data-receipt]", { hasText: /recorded/ })), /Your seed is recorded; (the receipt is signed|this browser cannot check)/);
  await guest.photographs("fairness");
  const round = Number(await guest.page.locator("[data-fair]").getAttribute("data-round"));
  const root = await guest.page.locator("[data-fair]").getAttribute("data-root");
  await plays(guest);
  assert.match(await guest.reads(guest.page.locator("[data-last-round]", { hasText: /\S/ })), new RegExp(`^Round ${round}: your seed is in the record, and \\d+ cards lay where the order demands`));

  // What the house says of the round, checked by a stranger.
  const told = await (await guest.page.request.get(`${house.url}/api/tables/${table}/rounds/${round}`)).json();
  assert.equal(told.deal.commitment, root, "published before the seed was given");
  assert.ok(told.deal.seeds.some((given) => given.seed === seed && given.mine));
  assert.ok(checked(told) >= 3);
  assert.ok(isSigned(told.deal.receipt));
  assert.ok(!isSigned({ ...told.deal.receipt, record: told.deal.receipt.record + 1 }));

  // The house's own patrons give theirs by a promise that is older than the deck, from their second round on.
  await guest.canWager();
  await plays(guest);
  const next = await (await guest.page.request.get(`${house.url}/api/tables/${table}/rounds/${round + 1}`)).json();
  assert.ok(next.deal.seeds.filter((given) => !given.mine).every((given) => given.promised), JSON.stringify(next.deal.seeds));
  assert.ok(next.deal.seeds.find((given) => given.mine).promised, "and so does this browser");
  assert.ok(checked(next) >= 3);

  // As if the house had taken another seed than the one that it signed for.
  await guest.canWager();
  const last = guest.page.locator(`#fairness code[data-mine]`);
  await last.waitFor();
  await guest.page.locator("[data-receipt]", { hasText: /recorded/ }).waitFor();
  await guest.page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith("cardroom.seeds."));
    const kept = JSON.parse(localStorage.getItem(name));
    kept.given.at(-1).seed = "ab".repeat(32);
    localStorage.setItem(name, JSON.stringify(kept));
  });
  await plays(guest);
  assert.match(await guest.reads("[data-last-round].notice.no"), /does not fit its commitment, its order or your receipt/);

  // The page of the round checks itself, and finds a seed that is left out.
  await guest.leaves();
  await guest.opens(`/tables/${table}/rounds/${round}`);
  await guest.page.locator("[data-check]").click();
  assert.match(await guest.reads(guest.page.locator("[data-checked]", { hasText: /\S/ })), /comes to the commitment/);
  await guest.page.locator("[data-deal]").evaluate((section) => {
    const deal = JSON.parse(section.dataset.deal);
    section.dataset.deal = JSON.stringify({ ...deal, seeds: deal.seeds.slice(1), receipt: null });
  });
  await guest.page.locator("[data-check]").click();
  assert.match(await guest.reads(guest.page.locator("[data-checked].no")), /came in another order/);
});
