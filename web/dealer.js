"use strict";
// The dealer's console. Cards are typed with two keys each, clicked, or pasted; what was typed stays in this page and is never
// asked of the server again. Attributes it knows:
//   input[data-want]            takes that many cards; data-record=now is the one whose cards are next; data-round its round
//   data-card, data-untype      a card of the grid; takes the last typed card off
//   data-scan                   an input that is sent as soon as it holds a card
//   data-sheet                  a link or a form that opens in #trouble-sheet; data-apply URL is sent, and closes it
//   data-same NAME              an amount that must equal another one of its form
(() => {
  const all = (where, what) => [...where.querySelectorAll(what)];
  const one = (what) => document.querySelector(what);
  const RANKS = "AKQJT98765432", SUITS = "shdc";
  const grid = one("#card-grid"), sheet = one("#trouble-sheet");

  // Cards of this round that were typed here and taken by the table, by the input they were typed into.
  const taken = new Map();
  let round = null, half = "";

  const read = (text) => {
    const cards = [];
    let rest = text.replace(/10/g, "T").replace(/[\s,;]+/g, "");
    while (rest) {
      const rank = rest[0].toUpperCase(), suit = (rest[1] ?? "").toLowerCase();
      if (!RANKS.includes(rank) || !suit || !SUITS.includes(suit)) return null;
      cards.push(rank + suit);
      rest = rest.slice(2);
    }
    return cards;
  };
  const focused = () => (document.activeElement?.matches("input[data-want]") ? document.activeElement : null);
  const target = () => focused() ?? one("input[data-record=now]");
  const elsewhere = (card, input) => [...taken].some(([id, cards]) => id !== input?.id && cards.includes(card));

  function show() {
    if (!grid) return;
    const input = target();
    const newest = one("input[data-round]")?.dataset.round;
    if (newest && newest !== round) { taken.clear(); round = newest; half = ""; }
    grid.hidden = !input;
    const typed = read(input?.value ?? "") ?? [];
    for (const pick of all(grid, "[data-card]")) {
      const gone = !input || typed.includes(pick.dataset.card) || elsewhere(pick.dataset.card, input);
      pick.setAttribute("aria-disabled", String(gone));
    }
    one("#typed").textContent = [...typed, half].join(" ").trim();
  }

  function check(input) {
    const cards = read(input.value);
    const twice = cards?.find((card, at) => cards.indexOf(card) !== at || elsewhere(card, input));
    const many = cards && cards.length > Number(input.dataset.want);
    const wrong = input.value.trim() && (twice || many);
    input.toggleAttribute("aria-invalid", Boolean(wrong));
    input.setCustomValidity(wrong ? (twice ?? input.placeholder) : "");
    return cards && !wrong ? cards : null;
  }

  function put(card) {
    const input = target();
    if (!input) return;
    const before = input.value;
    input.value = ((read(before) ?? []).concat(card)).join(" ");
    const cards = check(input);
    if (!cards) {
      // Refused at once: a card lies in one place only.
      input.reportValidity();
      input.value = before;
      check(input);
    } else if (cards.length === Number(input.dataset.want)) {
      input.form.requestSubmit();
    }
    show();
  }
  function untype() {
    const input = target();
    if (half) half = "";
    else if (input) { input.value = (read(input.value) ?? []).slice(0, -1).join(" "); check(input); }
    show();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || one("dialog[open]")) return;
    const at = document.activeElement;
    if (at?.matches("input, select, textarea, [contenteditable]") || !one("input[data-record=now]")) return;
    const key = event.key;
    if (key === "Backspace") {
      untype();
    } else if (half && SUITS.includes(key.toLowerCase()) && key.length === 1) {
      const card = half + key.toLowerCase();
      half = "";
      put(card);
    } else if (key.length === 1 && (RANKS.includes(key.toUpperCase()) || key === "0" || key === "1")) {
      half = key === "0" || key === "1" ? "T" : key.toUpperCase();
      show();
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.addEventListener("click", (event) => {
    const pick = event.target.closest("[data-card]");
    if (pick) { if (pick.getAttribute("aria-disabled") !== "true") put(pick.dataset.card); return; }
    if (event.target.closest("[data-untype]")) return untype();
    const link = event.target.closest("a[data-sheet]");
    if (link && sheet && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      open(new URL(link.href));
    }
  });
  // A click on the grid must not take the caret out of the input that it fills.
  grid?.addEventListener("mousedown", (event) => event.preventDefault());

  document.addEventListener("input", (event) => {
    const input = event.target;
    if (input.matches("input[data-want]")) {
      const cards = check(input);
      if (cards?.length === Number(input.dataset.want) && event.inputType === "insertFromPaste") input.form.requestSubmit();
      show();
    } else if (input.matches("[data-scan]") && read(input.value)?.length === 1) {
      input.form.requestSubmit();
    } else if (input.name?.startsWith("wagers.")) {
      const name = input.name.slice(7);
      for (const same of all(input.form, `[data-same="${CSS.escape(name)}"]`)) same.value = input.value;
    }
  });
  document.addEventListener("focusin", show);

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const input = form.querySelector("input[data-want]");
    if (input) {
      const cards = check(input);
      if (cards) taken.set(input.id, cards);
      return;
    }
    const back = form.elements.namedItem("command")?.value;
    if (back?.includes("take-back-record")) {
      const own = form.closest(".record")?.querySelector("input[data-want]");
      if (own) taken.delete(own.id); else taken.clear();
      return;
    }
    if (form.matches("form[data-sheet]")) {
      event.preventDefault();
      refresh(form);
    } else if (form.dataset.apply) {
      event.preventDefault();
      const command = JSON.parse(back);
      for (const proof of all(form, "input[name*='.']")) {
        const [who, what] = proof.name.split(".");
        if (form.elements.namedItem(who + ".badge")?.value.trim()) (command[who] ??= {})[what] = proof.value;
      }
      const done = await window.cardroom.act(form.dataset.apply, command, form);
      all(form, "input[type=password], input[name$='.code']").forEach((pin) => { pin.value = ""; });
      if (!done) return;
      if (sheet?.open) sheet.close();
      else if (form.closest(".ruling")) location.assign(location.pathname.replace(/\/trouble$/, ""));
    }
  });

  // Something went wrong: the same sheet as on its page, above the console.
  async function open(url) {
    const holder = sheet?.querySelector(".body") ?? one("main");
    url.searchParams.set("part", "sheet");
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.statusText);
      holder.innerHTML = await answer.text();
      if (!sheet.open) sheet.showModal();
      (holder.querySelector("input:not([type=hidden])") ?? holder.querySelector("a[data-sheet]"))?.focus();
    } catch {
      url.searchParams.delete("part");
      location.assign(url);
    }
  }
  // What was answered changes the ruling at once; only the ruling is replaced, so that the focus stays.
  async function refresh(form) {
    const url = new URL(form.action);
    url.search = new URLSearchParams(new FormData(form));
    url.searchParams.set("part", "sheet");
    const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
    const old = form.parentElement.querySelector(".ruling");
    if (!answer?.ok || !old) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    const fresh = holder.content.querySelector(".ruling");
    if (fresh) old.replaceWith(fresh);
  }
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.matches("form[data-sheet]")) refresh(form);
  });

  document.addEventListener("cardroom:frame", show);
  show();
})();
