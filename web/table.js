"use strict";
// The player's table: chips onto spots by click, drag or key, laid all together. What may be laid is on the inputs
// (data-from, data-to in cents) and is checked again by the table itself. Amounts are whole cents, never fractions.
(() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const one = (what) => document.querySelector(what);
  const inputs = () => all(".wagers input[name=amount]");

  function cents(text) {
    const read = /^\s*\$?(\d{1,9})(?:\.(\d{1,2}))?\s*$/.exec(text);
    return read ? Number(read[1]) * 100 + Number((read[2] ?? "").padEnd(2, "0")) : text.trim() === "" ? 0 : NaN;
  }
  function dollars(amount) {
    const rest = amount % 100;
    return Math.trunc(amount / 100) + (rest ? "." + String(rest).padStart(2, "0") : "");
  }

  // The chosen spot: where the next chip goes. A region may be replaced at any time, so it is remembered by name.
  let chosen = null;
  function choose(input) {
    chosen = input?.id ?? null;
    const box = input?.closest(".wager");
    for (const each of all(".wager, .felt [data-place]")) each.classList.toggle("chosen", Boolean(box) && isAt(each, box));
  }
  // Spots are told apart by name and by place: a blind hand has its own.
  const isAt = (one, other) => one.dataset.spot === other.dataset.spot && one.dataset.place === other.dataset.place;
  const inputAt = (spot) => inputs().find((input) => isAt(input.closest("[data-spot]"), spot));
  // Wagers that must equal the one on a spot.
  function followers(input) {
    const { spot, place } = input.closest("[data-spot]").dataset;
    return inputs().filter((other) => other.dataset.same === spot && other.closest("[data-spot]").dataset.place === place);
  }
  const target = () => inputs().find((input) => input.id === chosen) ?? inputs().find((input) => !input.dataset.same) ?? null;

  function put(input, amount) {
    if (!input) return;
    choose(input);
    const before = cents(input.value);
    set(input, (Number.isNaN(before) ? 0 : before) + amount);
    window.cardroom.play("chip");
  }
  function set(input, amount) {
    input.value = amount > 0 ? dollars(amount) : "";
    check(input);
    // A wager that must equal another follows it.
    for (const other of followers(input)) { other.value = input.value; check(other); }
  }
  // Refused where it is placed: too little, too much, or no amount.
  function check(input) {
    const amount = cents(input.value);
    const [from, to] = [Number(input.dataset.from), Number(input.dataset.to)];
    const wrong = input.value !== "" && (Number.isNaN(amount) || amount < from || amount > to);
    input.setAttribute("aria-invalid", String(wrong));
    input.closest(".wager").classList.toggle("wrong", wrong);
    return !wrong;
  }

  // Under which a wager is remembered: by its spot alone at the own place, wherever that was.
  const own = () => one(".seat.me")?.dataset.seat;
  function nameOf(input) {
    const { spot, place } = input.closest("[data-spot]").dataset;
    return place === own() ? spot : place + " " + spot;
  }
  const memory = () => "cardroom.wagers." + (one("h1")?.textContent ?? "");
  function remember(laid) {
    try { localStorage.setItem(memory(), JSON.stringify(laid)); } catch { /* then it is not repeated */ }
  }
  function repeat() {
    let last = {};
    try { last = JSON.parse(localStorage.getItem(memory()) ?? "{}"); } catch { /* nothing to repeat */ }
    for (const input of inputs()) {
      const amount = last[nameOf(input)];
      if (Number.isSafeInteger(amount) && input.form.elements.command.value.includes('"place"')) set(input, amount);
    }
  }
  // Sends one wager; a refusal is shown at its spot, in the table's own words.
  async function send(id, amount) {
    const { form } = document.getElementById(id);
    const near = () => document.getElementById(id)?.form ?? one('[data-live="actions"]');
    return window.cardroom.act(form.dataset.act, { ...JSON.parse(form.elements.command.value), amount }, near);
  }
  async function lay() {
    const laid = {};
    // What does not fit goes first, for the table to refuse it with the limit and the clause before anything is laid; then
    // what others depend on: the order of the layout.
    const wrong = inputs().filter((input) => input.value !== "" && !check(input));
    for (const id of new Set([...wrong, ...inputs()].map((input) => input.id))) {
      const input = document.getElementById(id);
      if (!input || input.value === "") continue;
      const amount = cents(input.value);
      laid[nameOf(input)] = amount;
      if (!(await send(id, Number.isNaN(amount) ? input.value.trim() : dollars(amount)))) return;
      const now = document.getElementById(id);
      if (now) now.value = "";
    }
    if (Object.keys(laid).length) remember(laid);
  }

  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-cents-chip]");
    if (chip) { put(target(), Number(chip.dataset.centsChip)); return; }
    const button = event.target.closest("[data-wagers]");
    if (button) {
      const what = button.dataset.wagers;
      if (what === "repeat") repeat();
      if (what === "clear") { const input = target(); if (input) set(input, 0); }
      if (what === "lay") lay();
      return;
    }
    // A click on the own spot on the felt, or on its line below, chooses it.
    const spot = event.target.closest(".felt [data-place], .wager[data-spot]");
    if (spot && !event.target.closest("a, button, input")) {
      choose(inputAt(spot));
    }
  });
  document.addEventListener("focusin", (event) => { if (event.target.matches?.(".wagers input[name=amount]")) choose(event.target); });
  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".wagers input[name=amount]")) {
      const amount = cents(event.target.value);
      check(event.target);
      if (!Number.isNaN(amount)) for (const other of followers(event.target)) { other.value = event.target.value; check(other); }
    }
  });
  document.addEventListener("keydown", (event) => {
    // Enter in an amount lays all wagers, not the one alone.
    if (event.key !== "Enter" || !event.target.matches?.(".wagers input[name=amount]")) return;
    event.preventDefault();
    // Nothing is written anywhere: the table says that an amount is missing, at the spot where Enter was pressed.
    if (inputs().every((input) => input.value === "")) send(event.target.id, ""); else lay();
  });
  document.addEventListener("dragstart", (event) => {
    const chip = event.target.closest?.("[data-cents-chip]");
    if (chip) event.dataTransfer.setData("application/x-cardroom-chip", chip.dataset.centsChip);
  });
  const under = (event) => event.target.closest?.(".felt [data-place], .wager[data-spot]");
  document.addEventListener("dragover", (event) => {
    if (under(event) && event.dataTransfer.types.includes("application/x-cardroom-chip")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const spot = under(event);
    const amount = Number(event.dataTransfer.getData("application/x-cardroom-chip"));
    if (!spot || !amount) return;
    event.preventDefault();
    put(inputAt(spot), amount);
  });
  document.addEventListener("cardroom:frame", () => { if (chosen) choose(document.getElementById(chosen)); });
})();
