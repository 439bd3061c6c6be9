import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { bundledProgram } from "../../../test/daemon/bundled-program.ts";
import { entriesIn, openDaemonLog, reportFromThread } from "../src/index.ts";

it("keeps what a thread reports, with the stack of the thread", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-thread-"));
  const log = openDaemonLog(folder, "0.0.0");
  onTestFinished(async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });
  const worker = new Worker(await bundledProgram("packages/diagnostics/test/fixtures/thread.ts"));
  const [told] = await once(worker, "message");
  reportFromThread(told);
  await log.written();
  const [entry] = await entriesIn(folder, 1);
  expect(entry).toMatchObject({ where: "parsing", message: "TypeError: broken in a thread" });
  expect(entry?.stack).toMatch(/program\.cjs:\d+/);
});
