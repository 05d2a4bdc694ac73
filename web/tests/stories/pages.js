// Every page: light and quick, nothing in the console, nothing that keeps somebody out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { story } from "../story.js";
import { GAMES, tableOf } from "../floor.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const [CARIBBEAN, , , , , THREE_CARD] = GAMES.map((game) => game.join("/"));

const FOR_ALL = {
  "lobby": "/",
  "lobby-of-a-game": `/?book=${GAMES[0][0]}&game=${GAMES[0][1]}`,
  "log-in": "/log-in",
  "table": "/tables/1",
  "rules": "/rules",
  "rules-of-a-book": `/rules/${GAMES[0][0]}`,
  "rules-of-a-game": `/rules/${GAMES[0][0]}/game/${GAMES[0][1]}`,
  "rules-clause": `/rules/${GAMES[0][0]}/8.4.2(a)(ii)`,
  "rules-compare": `/rules/compare?a=${GAMES[1][0]}&b=${GAMES[3][0]}`,
  "odds": "/odds",
  "odds-caribbean": `/odds/${CARIBBEAN}`,
  "odds-three-card": `/odds/${THREE_CARD}`,
  "practice": "/practice",
  "practice-table": `/practice/${CARIBBEAN}`,
  "displays": "/displays",
  "display-meters": "/displays/meters",
  "display-meter": `/displays/meters/${GAMES[0][0]}/1`,
  "display-sign": "/displays/tables/1",
  "styleguide": "/styleguide",
};
const FOR_INSPECTORS = {
  "inspector": "/inspector",
  "inspector-verify": "/inspector/verify",
  "inspector-streams": "/inspector/streams",
  "inspector-meters": "/inspector/meters",
  "table-as-staff": "/tables/1",
};

const FOR_STAFF = {
  "dealers": "/dealer",
  "dealer-console": "/dealer/1",
  "dealer-trouble": "/dealer/1/trouble",
  "pit": "/pit",
  "pit-table": "/pit/tables/1",
  "pit-meters": "/pit/meters",
  "pit-people": "/pit/people",
  "pit-patrons": "/pit/patrons?patron=1",
  "pit-disputes": "/pit/disputes",
  "pit-money": "/pit/money",
};
const FOR_PLAYERS = {
  "account": "/account",
  "table-as-player": "/tables/1",
};

/** What axe calls serious or critical, in words. */
async function barriers(visitor, rules) {
  if (!(await visitor.page.evaluate(() => "axe" in window))) await visitor.page.evaluate(AXE);
  const found = await visitor.page.evaluate(async (only) => {
    const all = await window.axe.run(document, { resultTypes: ["violations"], ...(only ? { runOnly: only } : {}) });
    if (!only && all.passes.length === 0) return ["axe looked at nothing"];
    return all.violations.filter((each) => ["serious", "critical"].includes(each.impact))
      .flatMap((each) => each.nodes.slice(0, 4).map((node) => `${each.id} (${each.impact}): ${node.target.join(" ")}: ${node.any[0]?.message ?? each.help}`));
  }, rules);
  return found;
}

async function lookAt(visitor, pages, note) {
  const wrong = [];
  const paints = [];
  for (const [name, path] of Object.entries(pages)) {
    await visitor.opens(path);
    if (visitor.weight > 150_000) wrong.push(`${path} weighs ${visitor.weight} bytes`);
    await visitor.sees("h1");
    await visitor.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const paint = await visitor.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
    paints.push(`${name} ${Math.round(paint ?? 0)}`);
    await visitor.photographs(`page-${name}`);
    for (const text of await barriers(visitor)) wrong.push(`${path}: ${text}`);
    await visitor.page.emulateMedia({ colorScheme: "dark" });
    for (const text of await barriers(visitor, ["color-contrast"])) wrong.push(`${path} in the dark: ${text}`);
    await visitor.page.emulateMedia({ colorScheme: "light" });
  }
  note(`first paint in ms: ${paints.join(", ")}`);
  return wrong;
}

story("every page for everybody is light, quiet and open to all", async ({ comes, note }) => {
  const guest = await comes({ colorScheme: "light" });
  assert.deepEqual(await lookAt(guest, FOR_ALL, note), []);
});

story("the inspector's pages are light, quiet and open to all", async ({ comes, note }) => {
  const inspector = await comes({ colorScheme: "light" });
  await inspector.logsInAs("inspector");
  assert.deepEqual(await lookAt(inspector, FOR_INSPECTORS, note), []);
});

story("the staff's and the players' own pages are light, quiet and open to all", async ({ comes, note }) => {
  const wrong = [];
  for (const [name, pages] of [["manager", FOR_STAFF], ["player", FOR_PLAYERS]]) {
    const person = await comes({ colorScheme: "light" });
    await person.logsInAs(name);
    wrong.push(...(await lookAt(person, pages, note)));
  }
  assert.deepEqual(wrong, []);
});

story("a table where one plays is open to all, while wagers are laid, while one decides and when it is settled", async ({ comes }) => {
  const wrong = [];
  const person = await comes({ colorScheme: "light" });
  const table = await tableOf(person, ...GAMES[2]);
  await person.logsInAs("sam", `/tables/${table}`);
  await person.sitsDownAt(table);
  const looks = async (when) => {
    for (const colorScheme of ["light", "dark"]) {
      await person.page.emulateMedia({ colorScheme });
      for (const text of await barriers(person)) wrong.push(`${when}, ${colorScheme}: ${text}`);
    }
  };
  await person.laysWithKeys("4");
  await looks("wagers");
  await person.isReady();
  await person.waitsForTurn();
  await looks("decision");
  await person.playsOn();
  await looks("settled");
  await person.leaves();
  assert.deepEqual(wrong, []);
});

story("every page fits a telephone", async ({ comes }) => {
  const wide = [];
  for (const [name, pages] of [[null, FOR_ALL], ["inspector", FOR_INSPECTORS], ["manager", FOR_STAFF], ["player", FOR_PLAYERS]]) {
    const guest = await comes({ phone: true });
    if (name) await guest.logsInAs(name);
    for (const path of Object.values(pages)) {
      await guest.opens(path);
      await guest.fitsTheScreen().catch((error) => wide.push(error.message));
    }
  }
  assert.deepEqual(wide, []);
});

story("what is not there says so and where to go", async ({ comes }) => {
  const guest = await comes();
  guest.expects(/40[14]/);
  for (const path of ["/nothing", "/tables/4000", "/rules/no-such-book", "/tables/1/rounds/999999"]) {
    const answer = await guest.opens(path);
    assert.equal(answer.status(), 404, path);
    assert.match(await guest.reads("main"), /\w{3,}/, path);
    assert.ok(await guest.page.locator('a[href="/"]').count(), `${path} has a way back`);
  }
  const answer = await guest.opens("/inspector");
  assert.equal(answer.status(), 401);
  assert.ok(await guest.page.locator('a[href^="/log-in"]').count());
});
