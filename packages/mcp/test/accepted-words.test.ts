import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { programFile } from "../src/tools/program-file.ts";
import { givenServers, installed, turnOn } from "./fixtures/given-servers.ts";

it("shows what a tool said when it was accepted beside what it says now, and the program that is started", {
  timeout: 120_000,
}, async () => {
  const servers = await givenServers({ memory: installed("server-memory") });
  const seen = await turnOn(servers, "memory");
  expect(seen.program).toMatchObject({ changed: false, digest: expect.stringMatching(/^[0-9a-f]{16}$/) });
  const review = servers.reviews.get("memory");
  const [tool] = review?.tools ?? [];
  if (!review || !tool) throw new Error("it was looked at");
  // As it lies there when another version of the server was accepted, and another file was started.
  servers.reviews.set("memory", {
    ...review,
    accepted: { ...review.accepted, [tool.name]: "another" },
    words: { ...review.words, [tool.name]: "What it said before.\u202e" },
    acceptedProgram: "another",
  });
  const [shown] = (await servers.list()).servers;
  expect(shown?.tools.find(({ state }) => state === "changed")?.was).toMatch(/^What it said before\./);
  expect(shown?.tools.find(({ state }) => state === "changed")?.was).not.toContain("\u202e");
  expect(shown?.tools.filter(({ was }) => was !== undefined)).toHaveLength(1);
  expect(shown?.program?.changed).toBe(true);
});

it("knows a program by its bytes, links followed, and the script it is given", async () => {
  const folder = mkdtempSync(join(tmpdir(), "kestrel-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = join(folder, "server.mjs");
  writeFileSync(script, "one");
  const entry = { command: "node", args: [script] };
  const first = await programFile(entry, process.env);
  expect(first?.path).toMatch(/node/);
  expect(await programFile(entry, process.env)).toEqual(first);
  writeFileSync(script, "two");
  expect((await programFile(entry, process.env))?.digest).not.toBe(first?.digest);
  const own = join(folder, "own");
  copyFileSync("/bin/true", own);
  chmodSync(own, 0o755);
  expect((await programFile({ command: own }, {}))?.path).toContain("own");
  expect(await programFile({ command: "no-such-program" }, process.env)).toBeUndefined();
  expect(await programFile({ url: "https://example.org/" }, process.env)).toBeUndefined();
});
