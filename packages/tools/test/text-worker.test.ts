import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { entriesIn, openDaemonLog } from "@kestrel/diagnostics";
import { expect, it, onTestFinished } from "vitest";
import { textWorker } from "../src/index.ts";

it("that breaks checks nothing, and the stack of its thread is kept", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-worker-"));
  const log = openDaemonLog(folder, "0.0.0");
  onTestFinished(async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });
  const program = join(folder, "breaks.cjs");
  await writeFile(program, 'require("node:worker_threads").parentPort.on("message", () => { null.at(0); });');
  expect(await textWorker(program).check("json", undefined, "{")).toEqual([]);
  await log.written();
  const [entry] = await entriesIn(folder, 1);
  expect(entry).toMatchObject({ where: "text worker" });
  expect(entry?.stack).toMatch(/^TypeError: [\s\S]* at .*breaks\.cjs:1:/);
});
