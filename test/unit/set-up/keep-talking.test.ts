import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const file = pathToFileURL(join(import.meta.dirname, "../../../scripts/set-up/keep-talking.mjs")).href;

it("says within five seconds of silence that the work goes on, and nothing more when it is over", async () => {
  const lines = `import { talkingMeanwhile } from "${file}"; await talkingMeanwhile("still at it", () => new Promise((done) => process.stdin.once("end", done).resume()));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", lines], {
    stdio: ["pipe", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const begun = performance.now();
  child.stderr.on("data", (text) => {
    said += text;
  });
  await once(child.stderr, "data");
  expect(said).toMatch(/^kestrel: still at it \(\d+ s\)\n$/);
  expect(performance.now() - begun).toBeLessThan(7_000);
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
});
