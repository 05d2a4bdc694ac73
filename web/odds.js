"use strict";

// Edits of a what-if apply by themselves: the same address is asked for the result alone, and put in place.
(() => {
  const form = document.getElementById("what-if");
  if (!form) return;
  const working = document.getElementById("working");
  const said = document.getElementById("said");
  const PAUSE = 250; // milliseconds after the last key
  let timer = 0;
  let asking = null;

  // The question as the form has it, without what is as approved.
  function query() {
    const asked = new URLSearchParams();
    let staged = false;
    for (const field of form.elements) {
      if (!field.name) continue;
      const value = field.value.trim();
      if (field.name === "multiples") staged ||= value !== field.dataset.approved;
      else if (value && value !== field.dataset.approved) asked.append(field.name, value);
    }
    if (staged) {
      for (const field of form.querySelectorAll("[name=multiples]")) asked.append("multiples", field.value.trim() || "-");
    }
    return asked;
  }

  // What the result says of single fields stands beside them.
  function mark(result) {
    const told = new Map();
    for (const item of result.querySelectorAll("#marks [data-field]")) told.set(item.dataset.field, item);
    for (const why of form.querySelectorAll("[data-why]")) {
      const item = told.get(why.dataset.why);
      why.replaceChildren(...(item ? Array.from(item.cloneNode(true).childNodes) : []));
      for (const field of form.querySelectorAll(`[aria-describedby~="${CSS.escape(why.id)}"]`)) {
        field.classList.toggle("changed", field.value.trim() !== field.dataset.approved);
        if (item && item.dataset.kind === "refused") field.setAttribute("aria-invalid", "true");
        else field.removeAttribute("aria-invalid");
      }
    }
  }

  function put(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("result");
    const old = document.getElementById("result");
    if (!fresh || !old) return false;
    for (const open of old.querySelectorAll("details[open][id]")) {
      const same = fresh.querySelector(`#${CSS.escape(open.id)}`);
      if (same) same.open = true;
    }
    const result = document.adoptNode(fresh);
    old.replaceWith(result);
    mark(result);
    if (result.dataset.address) history.replaceState(null, "", result.dataset.address);
    if (said && result.dataset.said) said.textContent = result.dataset.said;
    return true;
  }

  async function ask() {
    window.clearTimeout(timer);
    if (asking) asking.abort();
    const mine = new AbortController();
    asking = mine;
    const asked = query();
    asked.append("part", "result");
    working.textContent = form.dataset.working;
    document.getElementById("result").setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${form.getAttribute("action")}?${asked}`, { signal: mine.signal });
      const text = await answer.text();
      if (asking !== mine) return;
      const placed = answer.ok && put(text);
      working.textContent = placed ? "" : form.dataset.silent;
    } catch (error) {
      if (asking === mine && error.name !== "AbortError") working.textContent = form.dataset.silent;
    } finally {
      if (asking === mine) document.getElementById("result").removeAttribute("aria-busy");
    }
  }

  form.addEventListener("input", (event) => {
    const to = event.target.parentElement.querySelector(".to");
    if (to && event.target.name.startsWith("pay.")) {
      to.textContent = event.target.value.includes("/") ? "" : to.dataset.to;
    }
    window.clearTimeout(timer);
    timer = window.setTimeout(ask, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask();
  });
})();
