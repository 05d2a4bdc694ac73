// What a browser keeps about the look.
import assert from "node:assert/strict";
import { story } from "../story.js";

story("four-colour deck and dark surroundings survive a reload", async ({ comes }) => {
  const guest = await comes();
  await guest.opens("/");
  const root = () => guest.page.evaluate(() => document.documentElement.className.split(" "));
  const background = () => guest.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).color);
  const light = await background();
  await guest.page.locator(".settings summary").click();
  await guest.page.locator('[data-setting="deck"]').check();
  await guest.page.locator('[data-setting="theme"]').selectOption("dark");
  const dark = await background();
  assert.notEqual(dark, light, "it is dark at once");
  for (const path of ["/", "/rules"]) {
    await guest.opens(path);
    await guest.reloads();
    assert.ok((await root()).includes("dark") && (await root()).includes("four-colour"));
    assert.equal(await background(), dark);
  }
  await guest.page.locator(".settings summary").click();
  assert.equal(await guest.page.locator('[data-setting="deck"]').isChecked(), true);
  assert.equal(await guest.page.locator('[data-setting="theme"]').inputValue(), "dark");
});
