import { carryOver } from "@kestrel/core";
import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";

const change = (path: string) => ({ path, diff: "", added: 1, removed: 0 });

/** A session of some messages, each answered; every turn changes the files it is told to. */
async function carried(turns: readonly { asks: string; answers: string; changes?: readonly string[] }[]) {
  const files = turns.map(({ changes = [] }) => changes);
  const write = fakeTool({
    name: "write",
    risk: "read",
    run: () => ({ outcome: "ok", content: "done", changes: (files.shift() ?? []).map(change) }),
  });
  const session = await givenSession({
    replies: turns.flatMap(({ answers }, turn) => [[callsTool("write", { turn })], [says(answers)]]),
    tools: [write],
  });
  for (const { asks } of turns) await session.says(asks);
  return carryOver(session.session.state());
}

it("tells what was asked, what changed and what was answered last", async () => {
  const told = await carried([
    { asks: "add a parser", answers: "Added.", changes: ["src/parse.ts"] },
    { asks: "test it", answers: "Tested.", changes: ["test/parse.test.ts", "src/parse.ts"] },
  ]);
  expect(told.split("\n")).toEqual([
    "This continues an earlier session whose window was full.",
    "The user asked:",
    "- add a parser",
    "- test it",
    "Files changed so far: src/parse.ts, test/parse.test.ts",
    "The last answer was: Tested.",
  ]);
});

it("keeps the newest eight requests and the newest forty files, and cuts what is long", async () => {
  const turns = Array.from({ length: 10 }, (_, turn) => ({
    asks: `${turn === 9 ? "x".repeat(500) : `request ${turn}`}`,
    answers: "a".repeat(2_000),
    changes: Array.from({ length: 5 }, (_, file) => `file-${turn * 5 + file}.ts`),
  }));
  const told = await carried(turns);
  expect(told).not.toContain("- request 1\n");
  expect(told).toContain("- request 2\n");
  expect(told).toContain(`- ${"x".repeat(399)}…\n`);
  expect(told).not.toContain("file-9.ts,");
  expect(told).toContain("Files changed so far: file-10.ts,");
  expect(told.endsWith(`The last answer was: ${"a".repeat(1_199)}…`)).toBe(true);
});

it("lists a request once that was sent again", async () => {
  const told = await carried([
    { asks: "add a parser", answers: "No room." },
    { asks: "add a parser", answers: "No room." },
    { asks: "test it", answers: "Tested." },
    { asks: "add a parser", answers: "Added." },
  ]);
  expect(told).toContain("- add a parser\n- test it\n- add a parser\n");
});

it("says nothing of what there was not", async () => {
  const session = await givenSession({ replies: [[says(" ")], [says(" ")], [says(" ")]] });
  await session.says("hello");
  expect(carryOver(session.session.state()).split("\n")).toHaveLength(3);
});
