"use strict";
// Fairness of the deal: gives this browser's seed for each deck, keeps the signed receipt, and checks a round when it is over. The
// recipe is in docs/FLOOR.md; crypto.subtle does the hashing. Pages say what is wanted:
//   [data-fair TABLE]     the deal of a table: data-root, data-round, data-takes-seed where a seed of ours is taken now
//   [data-receipt]        shows how the own seed stands; [data-last-round] what the check of the last round came to
// rounds.js uses window.cardroomFair: proves(opening, root), check(round), which counts the cards or says what is wrong.
(() => {
  const one = (what) => document.querySelector(what);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const text = (words) => new TextEncoder().encode(words);
  const whole = (number, length) => Uint8Array.from({ length }, (_, at) => Math.floor(number / 256 ** (length - 1 - at)) % 256);
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
  const hash = async (title, ...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(text(title + "\0"), ...parts)));
  const random = () => hex(crypto.getRandomValues(new Uint8Array(32)));
  const promise = async (seed) => hex(await hash("cardroom promise 1", bytes(seed)));

  async function order({ stream, commitment, round, seeds }, cards = 52) {
    const row = Array.from({ length: cards }, (_, place) => place);
    if (!seeds.length) return row;
    const given = seeds.flatMap(({ place, seed }) => [Uint8Array.of(place), bytes(seed)]);
    const key = await hash("cardroom order 1", text(stream + "\0"), bytes(commitment), whole(round, 8), ...given);
    let block = [], next = 0;
    for (let last = cards - 1; last > 0; last--) {
      const count = last + 1;
      let byte;
      do {
        if (!block.length) block = [...(await hash("cardroom block 1", key, whole(next++, 4)))];
        byte = block.shift();
      } while (byte >= 256 - (256 % count));
      const other = byte % count;
      [row[last], row[other]] = [row[other], row[last]];
    }
    return row;
  }

  async function proves({ place, number, salt, beside }, root) {
    let now = await hash("cardroom card 1", Uint8Array.of(place, number), bytes(salt));
    for (const other of beside.map(bytes)) {
      now = place % 2 ? await hash("cardroom pair 1", other, now) : await hash("cardroom pair 1", now, other);
      place = Math.floor(place / 2);
    }
    return hex(now) === root;
  }

  // A round as /api/tables/N/rounds/R tells it, and the own seed where there is one: how many cards were checked.
  async function check({ deal, openings }, mine = null) {
    const isMine = (given) => given.seed === mine.seed && given.place === mine.receipt.place && given.record === mine.receipt.record;
    if (mine && !deal.seeds.some(isMine)) throw new Error("the seed is missing");
    const places = await order(deal);
    const cards = deal.handed.flatMap((handed) => handed.cards);
    let seen = 0;
    for (const [turn, card] of cards.entries()) {
      if (!card) continue;
      const opening = openings.find((each) => each.card === card);
      if (!opening || opening.place !== places[turn] || !(await proves(opening, deal.commitment))) throw new Error(card + " is out of order");
      seen++;
    }
    return seen;
  }

  // Whether the house has signed for the seed; null where this browser knows no such signatures.
  async function isSigned({ stream, record, commitment, place, seed, key, signature }) {
    const message = joined(text("cardroom seed receipt 1\0" + stream + "\0"), whole(record, 8), bytes(commitment), Uint8Array.of(place), bytes(seed));
    let house;
    try { house = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]); } catch { return null; }
    return crypto.subtle.verify("Ed25519", house, bytes(signature), message);
  }

  window.cardroomFair = { order, proves, check, isSigned };
  if (!one("[data-fair]") && !one("#fairness")) return;

  // What this browser keeps: the seeds of the last decks by their commitments, and the next one, which is promised already.
  const name = () => "cardroom.seeds." + one("[data-fair]").dataset.fair;
  let memory = {};
  const kept = () => { try { return JSON.parse(localStorage.getItem(name())) ?? memory; } catch { return memory; } };
  const keep = (what) => { memory = what; try { localStorage.setItem(name(), JSON.stringify(what)); } catch { /* for this page only */ } };
  const note = (root, more) => {
    const { given = [], next } = kept();
    const old = given.find((each) => each.root === root) ?? { root };
    keep({ next, given: [...given.filter((each) => each.root !== root), { ...old, ...more }].slice(-8) });
  };
  const tell = (where, words, wrong = false) => {
    const place = one(where);
    if (!place || place.textContent === words) return;
    place.textContent = words;
    place.className = wrong ? "only-script notice no" : "only-script";
  };

  const asked = new Set();
  async function give({ fair: table, root, round }) {
    asked.add(root);
    // Noted before it is sent: an answer may be lost, and the page loaded anew or opened twice. The same order counts once. One that
    // was answered was somebody else's at this browser, since the table still wants ours.
    const before = (kept().given ?? []).find((each) => each.root === root && !each.receipt && !each.refused);
    const { seed, next, id } = before ?? { seed: kept().next ?? random(), next: random(), id: random().slice(32) };
    note(root, { seed, next, id, round: Number(round), receipt: null, refused: null });
    const body = JSON.stringify({ id, command: { do: "give-seed", root, seed, next: await promise(next) } });
    const send = () => fetch(`/api/tables/${table}/commands`, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body });
    const answer = await send().catch(() => send()).catch(() => null);
    if (!answer) return asked.delete(root);
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) {
      keep({ ...kept(), next });
      note(root, { receipt: told.receipt });
    } else if (answer.status < 500) {
      note(root, { refused: told.what ?? String(answer.status) });
    }
    show();
  }

  const signatures = new Map();
  async function signatureOf(receipt) {
    if (!signatures.has(receipt.signature)) signatures.set(receipt.signature, await isSigned(receipt));
    return signatures.get(receipt.signature);
  }
  async function show() {
    const deal = one("[data-fair]");
    const words = one("[data-receipt]")?.dataset;
    if (!deal || !words) return;
    const mine = (kept().given ?? []).find((each) => each.root === deal.dataset.root);
    // Another device of the same player was faster.
    if (mine?.refused && one("[data-fair] [data-mine]")) return tell("[data-receipt]", words.other);
    if (mine?.refused) return tell("[data-receipt]", words.refused + " " + mine.refused, true);
    if (!mine?.receipt) return tell("[data-receipt]", words.none);
    const signed = await signatureOf(mine.receipt);
    tell("[data-receipt]", signed === null ? words.unsigned : signed ? words.signed : words.wrong, signed === false);
  }

  // Rounds that are over are checked once: that the own seed is in the record, the order, and each card that was seen.
  async function checkRounds() {
    const deal = one("[data-fair]");
    const words = one("[data-last-round]")?.dataset;
    if (!deal || !words) return;
    const now = Number(deal.dataset.round);
    for (const mine of (kept().given ?? []).filter((each) => each.receipt && !each.checked && each.round < now)) {
      note(mine.root, { checked: true });
      const answer = await fetch(`/api/tables/${deal.dataset.fair}/rounds/${mine.round}`).catch(() => null);
      if (!answer?.ok) continue;
      const round = await answer.json();
      if (!round.over || !round.deal) continue;
      let found = null, said = words.good;
      if (round.deal.commitment !== mine.root) said = words.changed;
      else try { found = await check(round, mine); } catch (wrong) { note(mine.root, { wrong: wrong.message }); said = words.bad; }
      tell("[data-last-round]", said.replace("{round}", mine.round).replace("{cards}", found), found === null);
      if (found === null) window.cardroom?.announce(one("[data-last-round]").textContent);
    }
  }

  function look() {
    const deal = one("[data-fair]");
    if (deal && crypto.subtle) {
      if (deal.dataset.takesSeed !== undefined && !asked.has(deal.dataset.root)) give(deal.dataset);
      show();
      checkRounds();
    }
  }
  document.addEventListener("cardroom:frame", look);
  look();
})();
