import { callsTool, fakeTool, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import type { Prompt, Usage } from "@kestrel/protocol";
import type { ModelFacts } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";

const costing = (usage: Usage, ...chunks: ScriptedReply): ScriptedReply => {
  const calls = chunks.some((chunk) => "kind" in chunk && chunk.kind === "tool-call");
  return [...chunks, { kind: "done", finish: calls ? "tool_calls" : "stop", usage }];
};
const read = fakeTool({
  name: "read",
  risk: "read",
  run: () => ({ outcome: "ok", content: "line of text\n".repeat(200) }),
});

/** Two turns of which the second finds `cached` tokens, in front of a server that renders with `template`. */
async function secondTurn(
  cached: number,
  template?: (prompt: Prompt) => string,
  then: Partial<ModelFacts> = {},
) {
  const session = await givenSession({
    replies: [
      costing({ prompt: 1_000, cached: 0, generated: 60 }, says("I have looked.")),
      costing({ prompt: 1_090, cached, generated: 10 }, says("Well then.")),
    ],
  });
  const { backend } = session;
  const told = await backend.facts();
  backend.facts = async () => ({ ...told, instance: "one" });
  if (template) backend.renderPrompt = async (prompt) => template(prompt);
  await session.says("look around");
  backend.facts = async () => ({ ...told, instance: "one", ...then });
  if (then.from) await session.does({ type: "accept-model", from: then.from });
  await session.says("thank you");
  return session;
}

const verbatim = ({ messages }: Prompt) =>
  messages.map(({ role, content }) => `<${role}>${content}\n`).join("");
/** Says who spoke last in front of everything, as no good template does. */
const restless = (prompt: Prompt) =>
  prompt.messages
    .map(({ role, content }, at) => `<${role}>${content}${at === 1 ? prompt.messages.length : ""}\n`)
    .join("");

describe("a request that found less in the cache than was there", () => {
  it("is no event while everything is found", async () => {
    expect((await secondTurn(1_059, verbatim)).bodies("cache.missed")).toEqual([]);
  });

  it.each([
    ["its template wrote an earlier message differently", 400, restless, "template_rerendered", 1],
    ["only the last reply reads differently", 998, verbatim, "reply_rewritten", 2],
    ["another conversation had the slot", 20, verbatim, "slot_taken", undefined],
    ["the server cannot show what it reads", 400, undefined, "unknown", undefined],
  ] as const)("is one, with its reason: %s", async (_, cached, template, reason, index) => {
    const [missed, ...more] = (await secondTurn(cached, template)).bodies("cache.missed");
    expect(more).toEqual([]);
    expect(missed).toMatchObject({ reason, expected: 1_059, cached, step: 1 });
    expect(missed?.message?.index).toBe(index);
  });

  it.each([
    [109, []],
    [
      20,
      [
        {
          reason: "history_edited",
          expected: 109,
          cached: 20,
          message: { index: 3, role: "user", words: "other" },
        },
      ],
    ],
  ])("is told by the log alone where a message was taken back: %i found", async (cached, missed) => {
    const session = await givenSession({
      replies: [
        costing({ prompt: 100, cached: 0, generated: 10 }, says("One.")),
        costing({ prompt: 150, cached: 109, generated: 10 }, says("Two.")),
        costing({ prompt: 152, cached, generated: 10 }, says("Other.")),
      ],
    });
    await session.says("first");
    await session.says("second");
    const turn = [...session.session.state().timeline].filter(({ kind }) => kind === "user").at(-1);
    await session.does({ type: "rewind", turn: turn?.kind === "user" ? turn.turnId : "none", text: "other" });
    await session.session.settled();
    expect(session.bodies("cache.missed")).toMatchObject(missed);
  });

  it("names another server and another model before it asks anybody", async () => {
    const restarted = await secondTurn(0, verbatim, { instance: "two" });
    expect(restarted.bodies("cache.missed")).toMatchObject([{ reason: "server_restarted" }]);
    const other = await secondTurn(0, verbatim, { label: "another", from: { path: "/m.gguf" } });
    expect(other.bodies("cache.missed")).toMatchObject([{ reason: "model_changed" }]);
  });

  it("notices a restart in the middle of a turn, once", async () => {
    const session = await givenSession({
      replies: [
        costing({ prompt: 1_000, cached: 0, generated: 60 }, callsTool("read", { path: "a" })),
        costing({ prompt: 2_400, cached: 0, generated: 20 }, callsTool("read", { path: "b" })),
        costing({ prompt: 3_900, cached: 2_419, generated: 20 }, says("Done.")),
      ],
      tools: [read],
    });
    const { backend } = session;
    const told = await backend.facts();
    let asked = 0;
    backend.facts = async () => ({ ...told, instance: asked++ === 0 ? "one" : "two" });
    backend.renderPrompt = async (prompt) => verbatim(prompt);
    await session.says("read");
    expect(session.bodies("cache.missed")).toMatchObject([
      { reason: "server_restarted", instance: "two", step: 2, expected: 1_059 },
    ]);
  });

  /** Six long files in a window that holds five; the request after the compaction finds `cached` tokens. */
  async function compacted(cached: number) {
    const session = await givenSession({
      replies: [
        ...Array.from({ length: 6 }, (_, index) =>
          costing(
            { prompt: 600 + index * 700, cached: index && 600, generated: 10 },
            callsTool("read", { path: `file ${index}` }),
          ),
        ),
        costing({ prompt: 2_300, cached, generated: 10 }, says("Done.")),
      ],
      tools: [read],
      window: 4_800,
    });
    await session.says("read them all");
    expect(session.bodies("context.compacted")).toHaveLength(1);
    return session.bodies("cache.missed").filter(({ reason }) => reason === "compaction");
  }

  it("is told by the log alone where the prompt was compacted, and names the first message that changed", async () => {
    const [missed, ...more] = await compacted(600);
    expect(more).toEqual([]);
    expect(missed).toMatchObject({
      cached: 600,
      message: { index: 1, role: "user", words: expect.stringContaining("Machine") },
    });
  });

  it("is none behind a compaction that was read ahead: what was to be found there is an estimate", async () => {
    const [{ expected } = { expected: 0 }] = await compacted(600);
    expect(await compacted(Math.ceil(expected * 0.95))).toEqual([]);
    expect(await compacted(Math.floor(expected * 0.85))).toHaveLength(1);
  });
});

describe("texts are counted when a turn is over", () => {
  it("each once, and again for another model", async () => {
    const session = await givenSession({
      replies: [
        costing({ prompt: 500, generated: 20 }, callsTool("read", { path: "a" })),
        costing({ prompt: 900, generated: 4 }, says("Done.")),
        costing({ prompt: 920, generated: 4 }, says("Yes.")),
        costing({ prompt: 940, generated: 4 }, says("Still.")),
      ],
      tools: [read],
    });
    const { backend } = session;
    const counted: string[][] = [];
    backend.countTexts = async (texts) => {
      counted.push([...texts]);
      return texts.map(({ length }) => Math.ceil(length / 4));
    };
    await session.says("read it");
    await session.says("sure?");
    const told = await backend.facts();
    const from = { url: "http://127.0.0.1:1234", model: "another" };
    backend.facts = async () => ({ ...told, label: "another", from });
    await session.does({ type: "accept-model", from });
    await session.says("and now?");
    const words = counted.map((texts) => texts.filter((text) => !text.startsWith("You are Kestrel")));
    expect(words.map((texts) => texts.length).filter((length) => length > 0)).toEqual([4, 2, 8]);
    expect(session.bodies("context.counted").map(({ model }) => model)).toEqual([
      "scripted",
      "scripted",
      "another",
    ]);
    expect(session.bodies("context.counted").map(({ fixed }) => fixed !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(session.story().at(-1)).toBe("turn.ended");
  });

  it("not at all where the server cannot, and a server that fails costs nothing but the counts", async () => {
    const session = await givenSession({ replies: [[says("One.")], [says("Two.")]] });
    await session.says("hi");
    session.backend.countTexts = async () => Promise.reject(new Error("gone"));
    await session.says("hi");
    expect(session.bodies("context.counted")).toEqual([]);
    expect(session.bodies("turn.ended")).toHaveLength(2);
  });
});
