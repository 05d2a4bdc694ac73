// One line a test as it ends, the whole of what failed, and a last line as cargo has it, which ./check counts.
export default async function* report(events) {
  const failed = [];
  let passed = 0;
  for await (const { type, data } of events) {
    if (type === "test:diagnostic" && data.message.startsWith("note: ")) yield `      ${data.message.slice(6)}\n`;
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details?.type === "suite") continue;
    const seconds = `${(data.details.duration_ms / 1000).toFixed(1)} s`;
    if (type === "test:pass") {
      passed += 1;
      yield `browser: ${data.name} ... ok (${seconds})\n`;
    } else {
      failed.push(data);
      const error = data.details.error?.cause ?? data.details.error;
      const found = error && "actual" in error ? `found: ${JSON.stringify(error.actual)}\n` : "";
      yield `browser: ${data.name} ... FAILED (${seconds})\n${found}${error?.stack ?? error}\n`;
    }
  }
  for (const data of failed) yield `browser: failed: ${data.name}\n`;
  yield `test result: ${failed.length ? "FAILED" : "ok"}. ${passed} passed; ${failed.length} failed; in the browser\n`;
}
