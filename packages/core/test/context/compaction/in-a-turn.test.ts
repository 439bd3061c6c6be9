import { callsTool, fails, fakeRead, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import type { Prompt } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { whenAsked } from "./when-asked.ts";

const canonical = ({ messages }: Prompt) => messages.map((one) => JSON.stringify(one));
const extendsPrompt = (before: Prompt, after: Prompt) => {
  const [short, long] = [canonical(before), canonical(after)];
  return short.every((message, index) => message === long[index]);
};

/** A file of about 2,200 tokens whose first line is worth remembering. */
const fileText = (path: string) => `fact of ${path}: ${path.length * 7919}\n${"word ".repeat(1_760)}`;
const readsFiles = (count: number): ScriptedReply[] =>
  Array.from({ length: count }, (_, at) => [callsTool("read", { path: `docs/part-${at + 1}.md` })]);
const read = fakeRead(fileText);

const goodNotes = `## Task
Read the fourteen parts of docs and tell the fact of the first.
## Files
docs/part-1.md says: fact of docs/part-1.md: 110866
## Next steps
Read the parts that are left.`;

const readAll = (over: { summaries?: ScriptedReply[]; replies?: ScriptedReply[]; window?: number } = {}) =>
  givenSession({
    replies: [...readsFiles(14), [says("The first fact is 110866.")]],
    tools: [read],
    window: 32_768,
    ...over,
  });

it("a turn of fourteen reads in a window of 32k is summed up once, before the newest output was ever sent", async () => {
  const session = await readAll({ summaries: [[says(goodNotes)]] });
  await session.says("Read docs/part-1.md to docs/part-14.md and tell the first fact.");
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  const compacted = session.bodies("context.compacted");
  expect(compacted).toMatchObject([{ by: "model", why: "window" }]);
  // At the first request beyond 85 % of the window, and not a read later.
  expect(compacted[0]?.before).toBeGreaterThan(27_852);
  expect(compacted[0]?.before).toBeLessThan(27_852 + 2_400);
  const { prompts, asides } = session.backend;
  const at = prompts.findIndex(
    (prompt, index) => index > 0 && !extendsPrompt(prompts[index - 1] ?? prompt, prompt),
  );
  const [before, after] = [prompts[at - 1], prompts[at]];
  if (!before || !after || !asides[0]) throw new Error("no break");

  // Asked as a pure extension, with the same tools, and the newest output held back.
  expect(extendsPrompt(before, asides[0])).toBe(true);
  expect(asides[0].tools).toEqual(before.tools);
  expect(asides[0].messages).toHaveLength(before.messages.length + 2);
  expect(JSON.stringify(asides[0].messages)).not.toContain(`fact of docs/part-${at}.md`);

  // The new prompt: the first message goes on in the summary, then the call that waits and its output, whole.
  const [system, task, call, output] = after.messages;
  expect(after.messages).toHaveLength(4);
  expect(system).toEqual(before.messages[0]);
  expect(task?.content.startsWith(String(before.messages[1]?.content))).toBe(true);
  expect(task?.content).toContain("fact of docs/part-1.md: 110866");
  expect(call).toMatchObject({ role: "assistant", calls: [{ arguments: `{"path":"docs/part-${at}.md"}` }] });
  expect(output?.content).toBe(fileText(`docs/part-${at}.md`));
  // What was sent before and is sent again is the call alone.
  const known = new Set(canonical(before));
  const again = canonical(after)
    .slice(2)
    .filter((message) => known.has(message));
  expect(again).toEqual([]);
});

it("bad notes are noticed, and an account from the log takes their place", async () => {
  const session = await readAll({ summaries: [[says("I have written the notes.")]] });
  await session.says("Read docs/part-1.md to docs/part-14.md and tell the first fact.");
  const [compacted] = session.bodies("context.compacted");
  expect(compacted).toMatchObject({ by: "rules", refused: "empty" });
  expect(compacted?.summary).toContain("fact of docs/part-1.md: 110866");
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
});

it("a server that fails at the summary, or is asked in vain, costs the turn nothing", async () => {
  const session = await readAll({ summaries: [[fails("engine_died")]] });
  await session.says("Read docs/part-1.md to docs/part-14.md.");
  expect(session.bodies("context.compacted")).toMatchObject([{ by: "rules", refused: "failed" }]);
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
});

it("where no summary could free a fifth, nothing is asked, and the turn ends with the arithmetic", async () => {
  const session = await givenSession({
    replies: [[says("Go on.")]],
    window: 4_096,
    summaries: [[says(goodNotes)]],
  });
  await session.says("hello");
  await session.says("word ".repeat(3_600));
  expect(session.backend.asides).toHaveLength(0);
  expect(session.bodies("context.compacted")).toHaveLength(0);
  const end = session.bodies("turn.ended").at(-1);
  expect(end).toMatchObject({ reason: "context_full", arithmetic: { window: 4_096, reserve: 614 } });
});

it("a cancel while the summary is written stops the turn and changes nothing of the prompt", async () => {
  const session = await readAll({ summaries: [[says("## Task"), new Promise(() => {})]] });
  const asked = whenAsked(session);
  void session.does({ type: "send-message", text: "Read docs/part-1.md to docs/part-14.md." });
  await asked;
  expect(session.session.state().compacting).toMatchObject({ why: "window" });
  await session.does({ type: "cancel" });
  await session.session.settled();
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "cancelled" }]);
  expect(session.bodies("context.compacted")).toHaveLength(0);
  expect(session.session.state().compacting).toBeUndefined();
  expect(session.bodies("reply.completed").at(-1)).toMatchObject({
    purpose: "compaction",
    finish: "cancelled",
  });
});

it("a refusal of the server's becomes a summary and one more request, and the window it named is kept", async () => {
  const overflow: ScriptedReply = [
    {
      kind: "failed",
      failure: { code: "context_overflow", params: { n_prompt: 9_100, n_ctx: 8_192 } },
      detail: "too long",
    },
  ];
  const session = await givenSession({
    replies: [...readsFiles(3), overflow, [says("Done after all.")], [says("Again.")]],
    summaries: [[says(goodNotes)]],
    tools: [read],
  });
  await session.says("Read docs/part-1.md and so on.");
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(session.bodies("context.compacted")).toMatchObject([{ why: "overflow", before: 9_100 }]);
  expect(session.session.state().window).toBe(8_192);
  await session.says("and again");
  expect(session.session.state().window).toBe(8_192);
});

it("a second refusal in a row ends the turn", async () => {
  const overflow = () => fails("context_overflow");
  const session = await givenSession({
    replies: [...readsFiles(3), [overflow()], [overflow()]],
    summaries: [[says(goodNotes)]],
    tools: [read],
  });
  await session.says("Read docs/part-1.md and so on.");
  expect(session.bodies("turn.ended")).toMatchObject([
    { reason: "failed", failure: { code: "context_overflow" } },
  ]);
});

it("a demonstration model is asked for no notes: stale output is folded as it was trained", async () => {
  const session = await givenSession({
    replies: [...readsFiles(14), [says("Done.")]],
    tools: [read],
    window: 32_768,
    traits: { compaction: "fold" },
  });
  await session.says("Read docs/part-1.md to docs/part-14.md.");
  const [compacted] = session.bodies("context.compacted");
  expect(compacted?.summary).toBeUndefined();
  expect(compacted?.folded.length).toBeGreaterThan(5);
  expect(session.backend.asides).toHaveLength(0);
});

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${word} ${at}`).join(", ");

it("where folding frees too little, a demonstration model's session goes on with the user's words alone", async () => {
  const orders = 14;
  const session = await givenSession({
    replies: Array.from({ length: orders }, (_, at) => [says(numbered(`part ${at + 1}, word`, 120))]),
    window: 4_096,
    traits: { compaction: "fold" },
  });
  for (let at = 1; at <= orders; at += 1) await session.says(`Tell me part ${at}. ${numbered("and", 20)}`);
  expect(session.bodies("turn.ended").map(({ reason }) => reason)).toEqual(Array(orders).fill("done"));
  const compacted = session.bodies("context.compacted");
  expect(compacted.length).toBeGreaterThan(0);
  expect(compacted).toEqual(compacted.map(() => expect.objectContaining({ by: "rules", why: "window" })));
  for (const { summary = "" } of compacted) {
    const [, title, ...lines] = summary.split("\n");
    expect(title).toBe("# The user also said, newest last");
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !/^- Tell me part \d+\. |^\(\d+ earlier left out\)$/.test(line))).toEqual(
      [],
    );
  }
  expect(session.backend.asides).toHaveLength(0);
});
