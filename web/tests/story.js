// A test as a story: a house that is open, visitors who come with a browser of their own, and at the end nothing that went
// wrong unnoticed. All stories of a run are told in the same house, one after another.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { join } from "node:path";
import { House, ROOT } from "./house.js";
import { Visitor, openBrowser } from "./visitor.js";

let house = null;
let browser = null;
async function begin() {
  house ??= await House.open();
  browser ??= await openBrowser();
}
after(async () => {
  await browser?.close();
  await house?.close();
});

/** Sizes of screens. */
export const LAPTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/**
 * Tells a story: `tell({ house, another, comes, note })`. `comes(options)` is a new visitor, `another(options)` opens a house
 * for this story alone, `note(text)` stands in the report.
 */
export function story(title, tell) {
  test(title, { timeout: 170_000 }, async (told) => {
    await begin();
    const visitors = [], houses = [];
    const another = async (options) => {
      houses.push(await House.open(options));
      return houses.at(-1);
    };
    const comes = async ({ phone = false, into = house, ...options } = {}) => {
      const screen = phone ? { viewport: PHONE, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : { viewport: LAPTOP };
      const context = await browser.newContext({ reducedMotion: "reduce", ...screen, ...options });
      // While somebody works on them, CARDROOM_WEB=live.js,style.css takes these from the checkout, not from the program.
      for (const name of (process.env.CARDROOM_WEB ?? "").split(",").filter(Boolean)) {
        await context.route(`**/web/*/${name}`, (route) => route.fulfill({ path: join(ROOT, "web", name) }));
      }
      const visitor = new Visitor(into, context, await context.newPage());
      visitors.push(visitor);
      return visitor;
    };
    try {
      await tell({ house, another, comes, note: (text) => told.diagnostic("note: " + text) });
      assert.deepEqual(visitors.flatMap((visitor) => visitor.troubles), [], "no trouble behind the visitors' backs");
    } catch (error) {
      const name = title.replace(/[^a-z0-9]+/gi, "-").toLowerCase();
      for (const [at, visitor] of visitors.entries()) await visitor.photographs(`failed-${name}-${at + 1}`).catch(() => {});
      const troubles = visitors.flatMap((visitor) => visitor.troubles);
      if (troubles.length) error.stack += "\nBehind the visitors' backs:\n  " + troubles.join("\n  ");
      throw error;
    } finally {
      for (const visitor of visitors) await visitor.goes().catch(() => {});
      for (const each of houses) await each.close();
    }
  });
}
