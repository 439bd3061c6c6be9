import {
  callsTool,
  crewOf,
  fails,
  type GivenSession,
  givenSession,
  type ScriptedBackend,
  type ScriptedReply,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { estimateTokens } from "@kestrel/text";
import { expect, it } from "vitest";
import { longParts, readsParts } from "../context/compaction/long-parts.ts";
import { NamesToo } from "./names-too.ts";

const good = "## Task\nRead the parts one to five and say which one names the harbour.\n## Next steps\nNone.";
const own = "## Task\nThe lead itself noted: read the parts one to five, name the harbour.";
const usage = { prompt: 3_120, generated: 64 };

type Over = Partial<Parameters<typeof givenSession>[0]> & { window?: number };

function fiveReads(copilot: ScriptedBackend, over: Over = {}) {
  return givenSession({
    replies: [...readsParts(5), [says("All five are read.")], [says("The third.")]],
    tools: [longParts],
    window: 16_384,
    summaries: [[says(own)]],
    crew: crewOf({ copilot }),
    ...over,
  });
}

async function compacted(session: GivenSession): Promise<void> {
  await session.says("Read parts one to five, which names the harbour?");
  await session.does({ type: "compact" });
  await session.until("context.compacted");
  while (
    session.session.live().crew ||
    session.bodies("crew.job").filter(({ kind }) => kind === "compaction").length === 0
  )
    await new Promise((resolve) => setImmediate(resolve));
}

it("the copilot writes the notes from the log: the lead is asked for nothing and goes on from a prompt that was read ahead", async () => {
  const copilot = new NamesToo([[says(good), { kind: "done", finish: "stop", usage }]], {
    window: 4_096,
  });
  const session = await fiveReads(copilot);
  session.backend.countTexts = async (texts) => texts.map((text) => text.length);
  await compacted(session);
  expect(session.backend.asides).toEqual([]);
  expect(session.bodies("request.sent").filter(({ purpose }) => purpose)).toEqual([]);
  const [event] = session.bodies("context.compacted");
  expect(event).toMatchObject({ by: "copilot", why: "asked" });
  expect(event?.summary).toContain("# Notes of another model that read along, quoted.");
  expect(event?.summary).toContain("> ## Task");
  expect(session.bodies("crew.job").filter(({ kind }) => kind === "compaction")).toMatchObject([
    {
      ...{ kind: "compaction", role: "copilot", model: "small", outcome: "done", used: true },
      ...{ tokensIn: 3_120, tokensOut: 64, savedTokens: good.length, savedMs: 0 },
    },
  ]);

  const [ahead] = session.backend.readAhead;
  await session.says("Which part was it?");
  const next = session.backend.prompts.at(-1);
  expect(next?.messages.slice(0, -1)).toEqual(ahead?.messages.slice(0, -1));
});

it("its prompt is its own: the log quoted line by line within its window, no tool, none of the lead's words", async () => {
  const copilot = new NamesToo([[says(good)]], { window: 2_048 });
  const session = await fiveReads(copilot);
  await compacted(session);
  const [asked] = copilot.prompts;
  const text = asked?.messages.map(({ content }) => content).join("\n") ?? "";
  expect(asked?.tools).toEqual([]);
  expect(text).not.toContain(session.session.state().prefix.system.slice(0, 60));
  expect(estimateTokens(text)).toBeLessThan(2_048 - 512);
  expect(text).toContain("> Read parts one to five, which names the harbour?");
  expect(text).toContain('It called read:\n> {"path":"part-4.md"}');
  expect(text).toContain("read answered:\n> fact of part-4.md");
  expect(copilot.requests).toMatchObject([{ toolChoice: "none", reasoningTokens: 0 }]);
  expect(copilot.requests[0]?.session).toBeUndefined();
});

it.each<[string, ScriptedReply, string]>([
  ["says nothing", [], "refused"],
  [
    "speaks of something else",
    [says(`${"Bananas grow in warm places and are yellow. ".repeat(2)}`)],
    "refused",
  ],
  [
    "prints a call",
    [says(`<tool_call>\n{"name":"read","arguments":{"path":"part-1.md"}}\n</tool_call>\n${good}`)],
    "refused",
  ],
  ["dies", [says("## Ta"), fails("connection_lost")], "failed"],
])("a copilot that %s is a line in the log: the lead writes its notes as ever", async (_, reply, outcome) => {
  const copilot = new NamesToo([reply], { window: 4_096 });
  const session = await fiveReads(copilot);
  await compacted(session);
  expect(session.bodies("context.compacted")).toMatchObject([{ by: "model" }]);
  expect(session.bodies("context.compacted")[0]?.summary).toContain("> The lead itself noted");
  expect(session.bodies("crew.job").filter(({ kind }) => kind === "compaction")).toMatchObject([
    { outcome, used: false },
  ]);
});

it("a server that cannot even be asked is the same", async () => {
  const copilot = new NamesToo([]);
  copilot.facts = async () => {
    throw new Error("gone");
  };
  const session = await fiveReads(copilot);
  await compacted(session);
  expect(session.bodies("context.compacted")).toMatchObject([{ by: "model" }]);
  expect(session.bodies("crew.job").filter(({ kind }) => kind === "compaction")).toMatchObject([
    { outcome: "failed", used: false },
  ]);
});

it("within a turn it is waited for as long as the lead would write, by the speed of its last reply, and no longer", async () => {
  const deadlines: { ms: number; pass(): void }[] = [];
  const still = stillHost();
  const host = {
    ...still,
    wait: (ms: number, cancel: Parameters<typeof still.wait>[1]) => {
      if (ms < 10_000) return still.wait(ms, cancel);
      return new Promise<void>((resolve) => {
        deadlines.push({ ms, pass: resolve });
        cancel.addEventListener("abort", resolve, { once: true });
      });
    },
  };
  const slow = (at: number): ScriptedReply => [
    callsTool("read", { path: `part-${at}.md` }),
    {
      kind: "done",
      finish: "tool_calls",
      usage: { generated: 10, generateMs: 500 },
    },
  ];
  const copilot = new NamesToo([[says("## Task"), new Promise(() => {})]], { window: 4_096 });
  const session = await fiveReads(copilot, {
    host,
    window: 8_192,
    replies: [...[0, 1, 2, 3, 4, 5].map(slow), [says("The third.")]],
  });
  const turn = session.says("Read parts one to five, which names the harbour?");
  while (!session.session.live().crew) await new Promise((resolve) => setImmediate(resolve));
  expect(session.session.live().crew).toMatchObject([{ kind: "compaction", turnId: "t1" }]);
  const bound = deadlines.find(({ ms }) => ms !== 30_000);
  // 512 tokens of notes in a window of 8,192, at 50 ms each.
  expect(bound?.ms).toBe(25_600);
  bound?.pass();
  await turn;
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(session.bodies("context.compacted")).toMatchObject([{ by: "model", why: "window" }]);
  expect(session.bodies("crew.job").filter(({ kind }) => kind === "compaction")).toMatchObject([
    { outcome: "late", used: false },
  ]);
});

it("words of the user stop the copilot at rest: their turn makes the room that was asked for", async () => {
  const copilot = new NamesToo([[new Promise(() => {})], [says(good)]], { window: 4_096 });
  const session = await fiveReads(copilot);
  await session.says("Read parts one to five, which names the harbour?");
  await session.does({ type: "compact" });
  while (!session.session.live().crew) await new Promise((resolve) => setImmediate(resolve));
  await session.says("Which part was it?");
  expect(session.bodies("crew.job").filter(({ kind }) => kind === "compaction")).toMatchObject([
    { outcome: "stopped", used: false },
    { outcome: "done", used: true },
  ]);
  expect(session.bodies("context.compacted")).toMatchObject([{ by: "copilot", why: "asked" }]);
  expect(session.backend.asides).toEqual([]);
});
