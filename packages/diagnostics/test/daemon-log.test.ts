import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { expect, it, onTestFinished } from "vitest";
import { bundledProgram } from "../../../test/daemon/bundled-program.ts";
import {
  type DaemonLog,
  entriesIn,
  followEntries,
  openDaemonLog,
  passOver,
  report,
  reportUnexpected,
} from "../src/index.ts";

async function givenLog(): Promise<{
  folder: string;
  log: DaemonLog;
  entries: () => ReturnType<typeof entriesIn>;
}> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-log-"));
  const log = openDaemonLog(folder, "0.0.0 test");
  onTestFinished(async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });
  const entries = async () => {
    await log.written();
    return entriesIn(folder, 1_000);
  };
  return { folder, log, entries };
}

const ids = { sessionId: "s00000001", turnId: "t1", step: 2, callId: "c3" };

it("finds a failure by the id that was given out: its stack, its cause and whom it concerned", async () => {
  const { folder, entries } = await givenLog();
  expect(existsSync(join(folder, "daemon.log"))).toBe(false);
  const cause = new RangeError("too far");
  const id = report("tool shell", new TypeError("x is not a function", { cause }), ids);
  const [entry, ...more] = await entries();
  expect(more).toEqual([]);
  expect(entry).toMatchObject({
    ...{ level: "error", id, where: "tool shell", ...ids, build: "0.0.0 test" },
    message: "TypeError: x is not a function",
  });
  expect(entry?.stack).toMatch(/^TypeError: x is not a function\n +at .*daemon-log\.test\.ts:\d+/);
  expect(entry?.stack).toMatch(/\nCaused by: RangeError: too far\n +at /);
  expect(await entriesIn(folder, 10, { id })).toHaveLength(1);
  expect(await entriesIn(folder, 10, { sessionId: ids.sessionId })).toHaveLength(1);
  expect(await entriesIn(folder, 10, { sessionId: "s00000002" })).toEqual([]);
});

it("writes one error once, however many hands it goes through", async () => {
  const { entries } = await givenLog();
  const error = new TypeError("once");
  expect(report("deep", error)).toBe(report("at the door", error));
  expect((await entries()).map(({ where }) => where)).toEqual(["deep"]);
});

it("keeps what was expected only where the user wants that much", async () => {
  const { log, entries } = await givenLog();
  const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
  const expected = [missing, new KestrelError("busy", "busy"), new DOMException("stopped", "AbortError")];
  for (const error of expected) reportUnexpected("looking", error);
  expect(await entries()).toEqual([]);
  log.keep("debug");
  for (const error of expected) expect(passOver("looking")(error)).toBeUndefined();
  log.note("daemon", "started");
  expect((await entries()).map(({ level }) => level)).toEqual(["debug", "debug", "debug", "info"]);
  log.keep("off");
  report("turn", new TypeError("unheard"));
  expect(await entries()).toHaveLength(4);
});

it("takes a mistake of ours for one although Node gives it a code, and an `internal` that nobody reported", async () => {
  const { entries } = await givenLog();
  reportUnexpected(
    "opening",
    Object.assign(new TypeError("path must be a string"), { code: "ERR_INVALID_ARG_TYPE" }),
  );
  reportUnexpected("turn", new KestrelError("internal", "impossible"));
  expect((await entries()).map(({ message }) => message)).toEqual([
    "TypeError: path must be a string",
    "KestrelError: impossible",
  ]);
});

it("writes no secret, nothing without a bound, and an entry for whatever was thrown", async () => {
  const { folder, entries } = await givenLog();
  const key = `sk-${"a1B2".repeat(8)}`;
  report("asking", new Error(`401 for Bearer ${key}`));
  report("reading", new Error("x".repeat(100_000)));
  report("plugin", "a text");
  const hostile = new Error("fine");
  Object.defineProperty(hostile, "message", {
    get: () => {
      throw new Error("no");
    },
  });
  report("hostile", hostile);
  const found = await entries();
  expect(found.map(({ where }) => where)).toEqual(["asking", "reading", "plugin", "hostile"]);
  expect(await readFile(join(folder, "daemon.log"), "utf8")).not.toContain(key);
  expect(found[1]?.message.length).toBeLessThan(1_100);
  expect(found[1]?.stack?.length).toBeLessThan(13_000);
  expect(found[2]?.message).toBe("thrown: 'a text'");
});

it("lets a failure that repeats not push the first one out of the file", async () => {
  const { entries } = await givenLog();
  for (let time = 1; time <= 5_000; time++) report("circle", new Error(`time ${time}`));
  const found = await entries();
  expect(found).toHaveLength(120);
  expect(found[0]?.message).toBe("Error: time 1");
});

it("shows what is written from now on, also behind a rotation", async () => {
  const { folder, log } = await givenLog();
  report("older", new Error("older"));
  report("newest", new Error("newest"));
  await log.written();
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const { where } of followEntries(folder, 1, {}, stop.signal)) {
    seen.push(where);
    // Entries of 12 kB: a hundred are more than one part holds.
    if (where === "newest")
      for (let number = 1; number <= 100; number++) {
        report(`later ${number}`, new Error("x".repeat(30_000)));
        await log.written();
      }
    if (where === "later 100") stop.abort();
  }
  const later = Array.from({ length: 100 }, (_, at) => `later ${at + 1}`);
  expect(seen).toEqual(["newest", ...later]);
});

it("keeps the failure that ends the process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-crash-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = await bundledProgram("packages/diagnostics/test/fixtures/crash.ts");
  const child = spawn(process.execPath, [program, folder], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  expect(code).toBe(1);
  const found = await entriesIn(folder, 10);
  expect(found).toMatchObject([
    { level: "fatal", where: "process", message: "TypeError: nobody caught this" },
  ]);
});
