"use strict";
// What somebody presses and hears: commands, clause marks, keys, settings, sounds. Attributes it knows:
//   data-act URL          a form that is sent as JSON {id, command}: the JSON of its hidden input "command" with its named
//                         inputs put in ("a.b" goes into a; "a#" is the number a); [data-error] shows a refusal
//   a.clause              opens what the clause says; where that fails it is a link
//   data-key-press KEY    is pressed by that key ("Enter", "Space", "f"); ? or [data-keys] lists them all
//   data-setting NAME     theme, deck, sound: kept by this browser
// Other scripts use window.cardroom: act(url, command, near) tells whether it was done; play("card" | "chip" | "win").
(() => {
  const body = document.body;
  const { announce } = window.cardroom;
  const all = (where, what) => [...where.querySelectorAll(what)];
  const one = (what) => document.querySelector(what);
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const make = (tag, name, text) => {
    const made = document.createElement(tag);
    made.className = name;
    made.textContent = text;
    return made;
  };

  // What this browser keeps.
  const kept = (name) => { try { return localStorage.getItem("cardroom." + name); } catch { return null; } };
  const keep = (name, value) => { try { localStorage.setItem("cardroom." + name, value); } catch { /* for this page only */ } };
  let loud = (kept("sound") ?? (body.classList.contains("display") ? "off" : "on")) === "on";
  const settings = {
    theme: (value) => { for (const name of ["light", "dark"]) document.documentElement.classList.toggle(name, value === name); },
    deck: (value) => document.documentElement.classList.toggle("four-colour", value === "four"),
    sound: (value) => { loud = value === "on"; play("chip"); },
  };
  for (const input of all(document, "[data-setting]")) {
    const name = input.dataset.setting;
    const yes = name === "deck" ? "four" : "on";
    if (input.type === "checkbox") input.checked = name === "sound" ? loud : kept(name) === yes;
    else input.value = kept(name) ?? "auto";
    input.addEventListener("change", () => {
      const value = input.type === "checkbox" ? (input.checked ? yes : "off") : input.value;
      keep(name, value);
      settings[name](value);
    });
  }

  // Sounds: short, of our own; a browser lets them be heard only after somebody has pressed something.
  const NOTES = { card: [[1900, 0, 0.03]], chip: [[3100, 0, 0.04], [2600, 0.05, 0.04]], win: [[660, 0, 0.12], [880, 0.1, 0.12], [1320, 0.2, 0.2]] };
  let audio = null;
  function play(sound) {
    if (!loud || !NOTES[sound] || !navigator.userActivation?.hasBeenActive) return;
    audio ??= new AudioContext();
    for (const [pitch, after, length] of NOTES[sound]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const start = audio.currentTime + after;
      tone.type = sound === "win" ? "sine" : "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.06, start);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  }

  // Commands: sent once, and again with the same id while nobody knows whether they arrived.
  const unsure = new Map(), flying = new Set();
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  async function act(url, all, near) {
    // The second person stands beside the command, not in it.
    const { second, ...command } = all;
    const order = second?.badge ? { second, command } : { command };
    const what = url + " " + JSON.stringify(command);
    if (flying.has(what)) return false;
    flying.add(what);
    const id = unsure.get(what) ?? newId();
    unsure.set(what, id);
    try {
      for (let attempt = 0; ; attempt++) {
        let answer;
        try {
          answer = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify({ id, ...order }) });
        } catch {
          if (attempt === 5) { showProblem(near, { what: body.dataset.unsent }); return false; }
          await wait(250 * 2 ** attempt);
          continue;
        }
        if (answer.status !== 503) unsure.delete(what);
        if (answer.ok) { showProblem(near, null); return true; }
        if (answer.status === 401) { location.assign("/log-in"); return false; }
        showProblem(near, await answer.json().catch(() => ({ what: answer.status + " " + answer.statusText })));
        return false;
      }
    } finally {
      flying.delete(what);
    }
  }
  function showProblem(where, problem) {
    const near = typeof where === "function" ? where() : where;
    const after = near?.nextElementSibling;
    let place = near?.querySelector("[data-error]") ?? (after?.matches("[data-error]") ? after : null);
    if (!problem) return place?.replaceChildren();
    // What the region tells already is not told a second time.
    const told = near?.closest("[data-live]");
    if (told && all(told, ".notice").some((notice) => !notice.closest("[data-error]") && notice.textContent.trim().startsWith(problem.what))) return announce(problem.what);
    if (!place) {
      place = make("div", "", "");
      place.dataset.error = "";
      if (near?.matches("form")) near.after(place); else (near ?? one("main")).append(place);
    }
    place.dataset.since = Math.floor(performance.now());
    const notice = make("p", "notice no", problem.what + " ");
    if (problem.clause) {
      const mark = make("a", "clause", problem.clause.label);
      mark.href = "/rules/" + encodeURIComponent(problem.clause.book) + "/" + encodeURIComponent(problem.clause.label);
      notice.append(mark);
    }
    if (problem.next) notice.append(make("span", "next", problem.next));
    place.replaceChildren(notice);
    announce(problem.what + " " + (problem.next ?? ""));
  }
  function commandOf(form, submitter) {
    const command = JSON.parse(form.elements.namedItem("command")?.value || "{}");
    const put = (name, value) => {
      const path = name.split(".");
      const leaf = path.pop();
      let place = command;
      for (const part of path) place = place[part] ??= {};
      place[leaf] = value;
    };
    for (const input of form.elements) {
      if (!input.name || input.name === "command" || input.type === "hidden" || input.disabled || input.localName === "button") continue;
      if (input.type === "radio" && !input.checked) continue;
      const number = input.name.endsWith("#");
      const whole = number && input.value.trim() !== "";
      put(number ? input.name.slice(0, -1) : input.name, input.type === "checkbox" ? input.checked : whole ? Number(input.value) : input.value);
    }
    if (submitter?.name) put(submitter.name, submitter.value);
    return command;
  }
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.dataset.act) return;
    event.preventDefault();
    if ("busy" in form.dataset) return;
    form.dataset.busy = "";
    const region = `[data-live="${CSS.escape(form.closest("[data-live]")?.dataset.live ?? "")}"]`;
    try {
      // The form may have been replaced while the answer was on its way.
      const near = () => (form.isConnected ? form : one(region));
      if (await act(form.dataset.act, commandOf(form, event.submitter), near)) form.reset();
    } finally {
      delete form.dataset.busy;
    }
  });

  // Above the page: what a clause says, and the keys.
  async function showClause(mark) {
    const card = one("#clause-card");
    const url = new URL(mark.href);
    url.searchParams.set("part", "card");
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.statusText);
      card.querySelector(".body").innerHTML = await answer.text();
      card.querySelector("[data-rules]").href = mark.href;
      if (!card.open) card.showModal();
    } catch {
      location.assign(mark.href);
    }
  }
  function showKeys() {
    const sheet = one("#keys");
    if (!sheet) return;
    const list = sheet.querySelector("dl");
    const rows = all(document, "[data-key-press]").filter((item) => item.checkVisibility()).flatMap((item) => {
      const label = item.cloneNode(true);
      all(label, "kbd").forEach((key) => key.remove());
      all(label, "*").forEach((part) => part.before(" "));
      const name = item.getAttribute("aria-label") || label.textContent || item.title;
      const key = make("dt", "", "");
      key.append(make("kbd", "", item.dataset.keyPress.length === 1 ? item.dataset.keyPress.toUpperCase() : item.dataset.keyPress));
      return [key, make("dd", "", name.replace(/\s+/g, " ").trim())];
    });
    list.replaceChildren(...(rows.length ? rows : [make("dd", "", list.dataset.none)]));
    if (!sheet.open) sheet.showModal();
  }
  document.addEventListener("click", (event) => {
    const target = event.target;
    const mark = target.closest("a.clause");
    if (mark && one("#clause-card") && !event.defaultPrevented && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      showClause(mark);
    } else if (target.closest("[data-close]") || target.matches("dialog.clause-card")) {
      target.closest("dialog").close();
    } else if (target.closest("[data-keys]")) {
      showKeys();
    }
    const sheet = one(".settings[open]");
    if (sheet && !sheet.contains(target)) sheet.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const at = document.activeElement;
    if (event.key === "Escape" && one(".settings[open]")) { one(".settings").open = false; one(".settings summary").focus(); }
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented || one("dialog[open]")) return;
    if (at?.isContentEditable || at?.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])")) return;
    const key = event.key === " " ? "Space" : event.key;
    if (event.shiftKey && /^[a-z]$/i.test(key)) return;
    if ((key === "Enter" || key === "Space") && at?.matches("a, button, summary, input")) return;
    const found = all(document, "[data-key-press]").find((item) => item.dataset.keyPress.toLowerCase() === key.toLowerCase() && !item.disabled && item.getAttribute("aria-disabled") !== "true" && item.checkVisibility());
    if (found) {
      event.preventDefault();
      if (found.matches("input, select, textarea")) found.focus(); else found.click();
    } else if (key === "?") {
      event.preventDefault();
      showKeys();
    }
  });

  Object.assign(window.cardroom, { act, play });
})();
