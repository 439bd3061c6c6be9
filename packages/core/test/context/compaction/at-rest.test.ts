import { render } from "@kestrel/core";
import { type GivenSession, givenSession, memoryEventLog, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { longParts, readsParts } from "./long-parts.ts";
import { whenAsked } from "./when-asked.ts";

const notes =
  "## Task\nRead the parts one to five and say which one names the harbour.\n## Next steps\nNothing is left to do.";

const fiveReads = (over: Partial<Parameters<typeof givenSession>[0]> = {}) =>
  givenSession({
    replies: [...readsParts(5), [says("All five are read.")], [says("The third.")], [says("Yes.")]],
    tools: [longParts],
    summaries: [[says(notes)], [says(notes)]],
    ...over,
  });
const rested = async (session: GivenSession) => {
  while (session.session.state().compacting || session.bodies("context.compacted").length === 0)
    await new Promise((resolve) => setImmediate(resolve));
};

it("/compact between turns asks for notes as one more message, reads the new prompt ahead, then switches", async () => {
  const session = await fiveReads({ window: 16_384 });
  await session.says("Read parts one to five.");
  const answer = await session.does({ type: "compact", matters: "the harbour" });
  expect(answer).toEqual({ accepted: "started" });
  await rested(session);
  const [compacted] = session.bodies("context.compacted");
  expect(compacted).toMatchObject({ why: "asked", by: "model" });
  expect((compacted?.before ?? 0) - (compacted?.after ?? 0)).toBeGreaterThan(4_000);
  const [asking] = session.backend.asides;
  const [ahead] = session.backend.readAhead;
  expect(asking?.messages.at(-1)?.content).toContain("Keep above all: the harbour");
  expect(asking?.messages.at(-2)).toEqual({ role: "assistant", content: "All five are read." });

  // What was read ahead is what the next turn begins with.
  await session.says("Which part was it?");
  const next = session.backend.prompts.at(-1);
  expect(next?.messages.slice(0, -1)).toEqual(ahead?.messages.slice(0, -1));
  expect(next?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
});

it("is refused where nothing was said yet, and where it was just done", async () => {
  const session = await fiveReads({ window: 16_384 });
  await expect(session.does({ type: "compact" })).rejects.toMatchObject({ code: "nothing_to_compact" });
  await session.says("Read parts one to five.");
  await session.does({ type: "compact" });
  await rested(session);
  await expect(session.does({ type: "compact" })).rejects.toMatchObject({ code: "nothing_to_compact" });
});

it("can be cancelled: nothing changes, and the log says that it was asked", async () => {
  const session = await fiveReads({ window: 16_384, summaries: [[says("## Task"), new Promise(() => {})]] });
  await session.says("Read parts one to five.");
  const before = render(session.session.state());
  const asked = whenAsked(session);
  await session.does({ type: "compact" });
  await asked;
  await session.does({ type: "cancel" });
  expect(session.session.state().compacting).toBeUndefined();
  expect(render(session.session.state())).toEqual(before);
  await expect(session.does({ type: "cancel" })).rejects.toMatchObject({ code: "no_open_turn" });
});

it("words of the user come first: their turn makes the room that was asked for, before its first step", async () => {
  const session = await fiveReads({ window: 16_384, summaries: [[new Promise(() => {})], [says(notes)]] });
  await session.says("Read parts one to five.");
  const asked = whenAsked(session);
  await session.does({ type: "compact", matters: "the harbour" });
  await asked;
  await session.says("Which part was it?");
  expect(session.bodies("turn.ended")).toHaveLength(2);
  expect(session.bodies("context.compacted")).toMatchObject([{ why: "asked", by: "model" }]);
  const last = session.backend.prompts.at(-1);
  expect(last?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
  expect(last?.messages.at(-1)?.content).toBe("Which part was it?");
});

it("asked for within a turn it waits for the next step, and loses no call that waits", async () => {
  const session = await fiveReads({ window: 32_768 });
  const third = new Promise<void>((resolve) => {
    session.session.watch((news) => {
      if (
        news.kind === "event" &&
        news.event.body.type === "tool.started" &&
        news.event.body.callId === "c00000003"
      )
        resolve();
    });
  });
  const turn = session.says("Read parts one to five.");
  await third;
  expect(await session.does({ type: "compact" })).toEqual({ accepted: "pending" });
  await turn;
  expect(session.bodies("context.compacted")).toMatchObject([
    { why: "asked", folded: ["c00000001", "c00000002"] },
  ]);
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(session.bodies("tool.finished")).toHaveLength(5);
});

it("where the window is nearly full, room is made between turns by itself", async () => {
  const session = await fiveReads({ window: 9_200, compactsIdle: true });
  await session.says("Read parts one to five.");
  await rested(session);
  expect(session.bodies("context.compacted")).toMatchObject([{ why: "idle" }]);
  expect(session.bodies("turn.ended")).toHaveLength(1);
});

it("made by itself it makes room for another session that speaks: nothing changes, not even by rule", async () => {
  const session = await fiveReads({
    window: 9_200,
    compactsIdle: true,
    summaries: [[{ kind: "failed", failure: { code: "busy" }, detail: "another session speaks" }]],
  });
  const tried = new Promise<void>((resolve) => {
    session.session.watch((news) => {
      if (news.kind === "event" && news.event.body.type === "reply.completed" && news.event.body.purpose)
        resolve();
    });
  });
  await session.says("Read parts one to five.");
  const before = render(session.session.state());
  await tried;
  await new Promise((resolve) => setImmediate(resolve));
  expect(session.bodies("context.compacted")).toEqual([]);
  expect(session.session.state().compacting).toBeUndefined();
  expect(render(session.session.state())).toEqual(before);
});

it("what a crash cut off is closed, and the session goes on as it was", async () => {
  const log = memoryEventLog();
  const session = await fiveReads({
    log,
    window: 16_384,
    summaries: [[says("half"), new Promise(() => {})]],
  });
  await session.says("Read parts one to five.");
  const asked = whenAsked(session);
  await session.does({ type: "compact" });
  await asked;
  const again = await givenSession({
    replies: [[says("Here.")]],
    log: memoryEventLog(log.stored()),
    window: 16_384,
    tools: [longParts],
  });
  expect(again.session.state().compacting).toBeUndefined();
  await again.says("Are you there?");
  expect(again.session.state().timeline.last).toMatchObject({ kind: "end", reason: "done" });
});

it("what the user said later stands in the notes in their own words, the first message where it always stood", async () => {
  const session = await fiveReads({ window: 16_384 });
  await session.says("Read parts one to five.");
  await session.says("Only the third one matters to me.");
  await session.does({ type: "compact" });
  await rested(session);
  const { task = "", summary = "" } = session.bodies("context.compacted")[0] ?? {};
  expect(summary).toContain("- Only the third one matters to me.");
  expect(summary).not.toContain("- Read parts one to five.");
  expect(task.endsWith("Read parts one to five.")).toBe(true);
});

it("keeps what the folder says word for word, however long the first message is, also through a second compaction", async () => {
  const rule = `AGENTS.md of this folder\n\n${"Name the harbour in every answer. ".repeat(20)}`.trim();
  const session = await fiveReads({
    replies: [
      ...readsParts(5),
      [says("All five are read.")],
      ...readsParts(5),
      [says("The third.")],
      [says("Yes.")],
    ],
    window: 16_384,
    instructions: { text: rule, sources: [] },
  });
  await session.says(`Read parts one to five. ${"And mind the tide. ".repeat(300)}`);
  for (const [times, text] of ["And again.", "Sure?"].entries()) {
    await session.does({ type: "compact" });
    while (session.session.state().compacting || session.bodies("context.compacted").length === times)
      await new Promise((resolve) => setImmediate(resolve));
    await session.says(text);
    const [, first] = session.backend.prompts.at(-1)?.messages ?? [];
    expect(first?.content.startsWith(rule)).toBe(true);
    expect(first?.content.length).toBeLessThan(6_000);
  }
  expect(session.bodies("context.compacted")).toHaveLength(2);
});
