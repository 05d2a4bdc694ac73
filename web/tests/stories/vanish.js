// Somebody closes the tab, at every step of every game: the others play on, and who comes back is told what was done and why.
import assert from "node:assert/strict";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

/** Long enough to press a key on a busy machine, short enough to be waited for. */
const CLOCKS = ["betting-seconds=5", "decision-seconds=4", "bots=0"];

/**
 * Who vanishes where, and who else is there: somebody who plays on, somebody who sits down and does nothing at all. A patron
 * plays in one place of a casino at a time: what stands in one row is told one after the other, the rows all at once.
 */
const TOLD = [
  [{ at: 0, gone: "player", stays: "alex" }, { at: 2, gone: "player", stays: "alex" }],
  [{ at: 1, gone: "sam" }],
  [{ at: 3, gone: "sam", stays: "alex", idle: "player" }],
  [{ at: 4, gone: "sam", stays: "alex" }, { at: 5, gone: "sam", stays: "alex" }],
];

/** What the notice of somebody who was away says and cites, by book. */
const CITES = {
  "crown-sydney-poker-minors-3.3": ["13.7", "AMB-63"],
  "star-sydney-mississippi-stud-4": ["11.11", "MS-A9"],
  "crown-melbourne-mississippi-stud-3.0": ["7.4.2", "MS-A56"],
  "crown-melbourne-three-card-poker-5.1": ["9.5.2(b)", "TC-A29"],
};
/** Decisions of each game, and whether a check is free there. */
const FREE = { "ultimate-texas-holdem": [true, true, false], "caribbean-stud": [false], "three-card-poker": [false] };
const STREETS = [false, false, false];

/** Waits for the own turn in this round: what the last one came to is still shown while wagers are laid. */
async function comesToDecide(visitor) {
  await visitor.sees(".decisions button.decide:not([disabled])");
  return visitor.choices();
}

/** One game: at each of its decisions somebody is gone. */
async function game(told, { at, gone: vanishes, stays: other, idle }) {
  const [book, name] = GAMES[at];
  const enters = async (who) => {
    const visitor = await told.comes({ into: told.house });
    await visitor.logsInAs(who, `/tables/${table}`);
    return visitor;
  };
  const scout = await told.comes({ into: told.house });
  const table = await tableOf(scout, book, name);
  await scout.goes();
  const stays = other && await enters(other);
  await stays?.sitsDownAt(table);
  if (idle) {
    const seated = await enters(idle);
    await seated.sitsDownAt(table);
    await seated.goes();
  }

  const decisions = FREE[name] ?? STREETS;
  for (const step of decisions.keys()) {
    const gone = await enters(vanishes);
    if (step === 0) await gone.sitsDownAt(table);
    await gone.laysWithKeys("4");
    // The first time a wager lies, and nobody says that it may be dealt: the clock does.
    if (step === 0) await gone.goes();
    else await gone.isReady();
    await stays?.laysWithKeys("4");
    await stays?.isReady();
    const playing = stays && comesToDecide(stays).then(() => stays.playsOn());
    for (let decided = 0; decided < step; decided++) {
      const choices = await comesToDecide(gone);
      const before = await gone.page.locator(".decisions").innerText();
      // Where a bet would end the decisions, check: the next one is to be missed too.
      const check = choices.find((choice) => /^Check/.test(choice.words));
      await gone.presses((check ?? choices.find((choice) => !choice.fold)).key);
      await gone.page.waitForFunction((old) => document.querySelector(".decisions")?.innerText !== old, before);
    }
    if (step > 0) await gone.goes();
    await playing;
    if (stays) assert.match((await stays.settlement()).net, /^This round:/, `${name}: the others play on`);

    const back = await enters(vanishes);
    const { net, lines } = await back.settlement();
    assert.match(net, /^This round: lost/, `${name}: the round ends though decision ${step + 1} is missed, and stalling does not pay`);
    assert.ok(lines.every((line) => line.clause === CITES[book][0]), `${name}: ${JSON.stringify(lines)}`);
    const notes = back.page.locator(".while-away p:not([data-error])");
    await back.sees(notes);
    const last = await notes.last().innerText();
    assert.match(last, /Your time ran out/, last);
    assert.match(last, name === "three-card-poker" ? /the Ante .* was folded/ : /was folded/, last);
    assert.deepEqual(await notes.last().locator("a.clause").allInnerTexts(), CITES[book], last);
    const checked = (await notes.allInnerTexts()).filter((text) => /was checked/.test(text)).length;
    const free = decisions.slice(step).some(Boolean);
    assert.equal(checked, Number(free), `${name}: free decisions that are missed are checks, told of once a round`);
    if (step === 0) await back.photographs(`vanish-${name}`);
    await back.page.locator(".while-away button").click();
    await back.page.locator(".while-away").waitFor({ state: "detached" });
    if (step === decisions.length - 1) await back.leaves();
    await back.goes();
  }
  await stays?.leaves();
  await stays?.goes();
}

story("in every game somebody vanishes at every step, the others play on, and who comes back is told", async ({ another, comes }) => {
  const house = await another({ settings: CLOCKS });
  await Promise.all(TOLD.map(async (row) => {
    for (const each of row) await game({ house, comes }, each);
  }));
});

story("the pit sees whom a table waits for, and gives up the hand of somebody who has gone", async ({ another, comes }) => {
  const house = await another({ settings: ["betting-seconds=5", "decision-seconds=600", "bots=0"] });
  const [book, name] = GAMES[4];
  const gone = await comes({ into: house });
  const table = await tableOf(gone, book, name);
  await gone.logsInAs("sam", `/tables/${table}`);
  await gone.sitsDownAt(table);
  await gone.laysWithKeys("4");
  await gone.isReady();
  await gone.waitsForTurn();
  await gone.goes();

  const supervisor = await comes({ into: house });
  await supervisor.logsInAs("supervisor", `/pit/tables/${table}`);
  assert.match(await supervisor.reads(".waiting"), /waits for place 1/i);
  await supervisor.photographs("vanish-pit");
  await supervisor.page.locator("#absent-1 button").click();
  await supervisor.sees(supervisor.page.locator(".waiting li", { hasText: /away, folded/ }));
  const told = await comes({ into: house });
  await told.logsInAs("sam", `/tables/${table}`);
  assert.match(await told.reads(".while-away"), /was folded/);
  await told.photographs("vanish-told");
});
