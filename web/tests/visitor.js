// Somebody with a browser: what they do in words, and everything that goes wrong behind their back.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ROOT } from "./house.js";

export const SCREENSHOTS = process.env.CARDROOM_SCREENSHOTS ?? join(ROOT, "target/screenshots");
mkdirSync(SCREENSHOTS, { recursive: true });

/** What the table says at the end of a round. */
export const NET = ".seat.me .net:not(:empty)";
/** The longest wait for something that the house does in its own time: a street with patrons who think. */
export const A_WHILE = 40_000;

export async function openBrowser() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
}

export class Visitor {
  #allowed = [];
  #troubles = [];

  constructor(house, context, page) {
    Object.assign(this, { house, context, page });
    page.setDefaultTimeout(30_000);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#trouble(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.#trouble(`script: ${error.stack ?? error}`));
    page.on("requestfailed", (request) => {
      // A page that is left lets go of what it was asking for.
      const why = request.failure()?.errorText;
      if (why !== "net::ERR_ABORTED") this.#trouble(`request: ${request.url()} ${why}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.#trouble(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
  }

  #trouble(text) {
    if (!this.#allowed.some((pattern) => pattern.test(text))) this.#troubles.push(`${text} [on ${this.page.url()}]`);
  }

  /** From here on this trouble is part of the story. */
  expects(...patterns) { this.#allowed.push(...patterns); }
  expectsNothingMore() { this.#allowed = []; }
  get troubles() { return this.#troubles; }

  // Going about.
  async opens(path) {
    const answer = await this.page.goto(this.house.url + path, { waitUntil: "load" });
    this.weight = (await answer.body()).length;
    return answer;
  }
  async reloads() { await this.page.reload({ waitUntil: "load" }); }
  /** Logs in by the one button that the demo has for each of its people. */
  async logsInAs(name, next = "/") {
    await this.opens("/log-in?next=" + encodeURIComponent(next));
    await this.page.locator(".log-ins form", { has: this.page.locator(`input[name=name][value="${name}"]`) }).locator("button").click();
    await this.page.waitForURL(this.house.url + next);
  }
  /** Logs in by name and password. */
  async writesIn(name, secret, next = "/") {
    await this.opens("/log-in?next=" + encodeURIComponent(next));
    await this.page.locator("input[autocomplete=username]").fill(name);
    await this.page.locator("input[autocomplete=current-password]").fill(secret);
    await this.page.locator("form:has(input[autocomplete=username]) button").click();
    await this.page.waitForURL(this.house.url + next);
  }
  async presses(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }
  async sees(what, options = {}) {
    const found = typeof what === "string" ? this.page.locator(what).first() : what.first();
    await found.waitFor({ state: "visible", timeout: options.within ?? A_WHILE });
    return found;
  }
  async reads(what) { return (await this.sees(what)).innerText(); }
  async photographs(name) { await this.page.screenshot({ path: join(SCREENSHOTS, name + ".png"), animations: "disabled" }); }

  /** A page that is wider than the screen would have to be pushed about. */
  async fitsTheScreen() {
    const [page, screen] = await this.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.ok(page <= screen, `${this.page.url()} is ${page} px wide on a screen of ${screen}`);
  }

  // At a table.
  async sitsDownAt(table, { bringing = "500", place = null } = {}) {
    await this.opens(`/tables/${table}`);
    await this.page.locator("#bring").fill(bringing);
    await this.page.locator(`.join .places button${place ? `[value="${place}"]` : ""}`).first().click();
    await this.sees(".seat.me");
  }
  /** Leaves as soon as the rules let one go: a round must be over first. */
  async leaves() {
    const leave = this.page.locator("main form", { has: this.page.locator('input[name=command][value*=\'"leave"\']') }).locator("button:not([disabled])");
    await leave.waitFor({ timeout: A_WHILE });
    await leave.click();
    await this.page.locator(".seat.me").waitFor({ state: "detached", timeout: A_WHILE });
  }
  async canWager() { await this.sees(".wagers input[name=amount]"); }
  /** Lays wagers with keys alone, and says that the dealer may deal. */
  async laysWithKeys(...keys) {
    await this.canWager();
    await this.presses(...keys, "Enter");
    await this.sees(".seat.me .spot .stack");
    await this.sees(".wager .lies");
  }
  /** Lays the jackpot wager on its own spot. */
  async laysTheJackpotWager() {
    const spot = this.page.locator('.wager[data-spot="jackpot"]');
    const amount = spot.locator("input[name=amount]");
    await amount.waitFor({ timeout: A_WHILE });
    const cents = Number(await amount.getAttribute("data-from"));
    await amount.fill((cents / 100).toFixed(2));
    await amount.press("Enter");
    await spot.locator(".lies").waitFor();
    await amount.evaluateAll((all) => all.forEach((input) => input.blur()));
    return cents;
  }
  async isReady() {
    await this.sees('[data-key-press="d"]');
    await this.presses("d");
  }
  /** The decisions that can be taken now: key and words of each. */
  async choices() {
    return this.page.locator(".decisions button.decide:not([disabled])").evaluateAll((all) =>
      all.map((button) => ({ key: button.dataset.keyPress, words: button.textContent.trim(), fold: /^fold/.test(button.classList[1]) })));
  }
  /** Waits until it is this visitor's turn, or the round is over. */
  async waitsForTurn() {
    await this.sees(this.page.locator(".decisions button.decide:not([disabled]), .seat.me .net:not(:empty)"));
    return this.choices();
  }
  /** Plays on with keys, never folding, until the round is settled; returns the decisions taken. */
  async playsOn(choose = (choices) => choices.find((choice) => !choice.fold)) {
    const taken = [];
    for (;;) {
      const choices = await this.waitsForTurn();
      if (choices.length === 0) return taken;
      const before = await this.page.locator(".decisions").innerText();
      const choice = choose(choices);
      assert.ok(choice, "there is something to choose");
      taken.push(choice.words.replace(/\s+/g, " "));
      await this.presses(choice.key);
      await this.page.waitForFunction((old) => document.querySelector(".decisions")?.innerText !== old || document.querySelector(".seat.me .net:not(:empty)"), before, { timeout: A_WHILE });
      assert.ok(taken.length < 10, "a round comes to its end");
    }
  }
  /** What was settled at the own place: spot, word, amount, clause; and the net. */
  async settlement() {
    await this.sees(NET);
    return this.page.locator(".seat.me").evaluate((seat) => ({
      net: seat.querySelector(".net").textContent,
      lines: [...seat.querySelectorAll(".spot")].filter((spot) => spot.querySelector(".result")).map((spot) => ({
        spot: spot.dataset.spot,
        result: spot.querySelector(".result").textContent.trim(),
        clause: spot.querySelector("a.clause")?.textContent ?? "",
      })),
    }));
  }
  /** The cards that lie before this visitor's own place, and what lies on its spots. */
  async ownPlace() {
    return this.page.locator(".seat.me").evaluate((seat) => ({
      cards: [...seat.querySelectorAll(".card use")].map((use) => use.getAttribute("href").split("#")[1]),
      stakes: [...seat.querySelectorAll(".spot")].map((spot) => spot.dataset.spot + " " + [...spot.querySelectorAll(".stack .chip")].map((chip) => chip.className).join()),
    }));
  }

  async goes() { await this.context.close(); }
}
