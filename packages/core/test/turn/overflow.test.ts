import type { ReplyChunk } from "@kestrel/core";
import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { ErrorParams } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { estimatePrompt } from "../../src/context/estimate-tokens.ts";

const lines = (about: string) =>
  Array.from({ length: 60 }, (_, at) => `line ${at} about ${about} and their nests`).join("\n");
const read = fakeTool({
  name: "read",
  risk: "read",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  run: ({ path }) => ({ outcome: "ok", content: lines(String(path)) }),
});

const refused = (params: ErrorParams, code: "unknown" | "context_overflow" = "unknown"): ReplyChunk => ({
  kind: "failed",
  failure: { code, params },
  detail: "",
});

/** A session at a server that takes only prompts of so many tokens, and refuses others in these words. */
async function atServerOf(
  most: number,
  refusal: ReplyChunk,
  given: { window?: number; reads?: number } = {},
) {
  const { window, reads = 0 } = { window: 32_768, ...given };
  const session = await givenSession({ replies: [], tools: [read], window });
  let asked = 0;
  session.backend.reply = async function* (prompt, request) {
    const aside = request.purpose !== undefined;
    if (!aside) session.backend.prompts.push(prompt);
    const tokens = estimatePrompt(prompt);
    if (tokens > most) {
      yield refusal;
      return;
    }
    if (!aside && asked++ < reads) yield callsTool("read", { path: `birds${asked}` });
    else yield says("Done.");
    yield { kind: "done", finish: "stop", usage: { prompt: tokens, generated: 8 } };
  };
  return session;
}

describe("a refusal in words that nobody knows", () => {
  it("is answered by one compaction, and the work goes on", async () => {
    const session = await atServerOf(
      4_000,
      refused({ status: 400, retryable: false, detail: "nicht möglich (17)" }),
      {
        reads: 9,
      },
    );
    await session.says("read all");
    expect(session.bodies("context.compacted").map(({ why }) => why)).toContain("overflow");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.session.state().window).toBe(32_768);
  });

  it("is no matter of room where it comes again, or where little was said", async () => {
    const always = await givenSession({ replies: [], tools: [read], window: 32_768 });
    let asked = 0;
    always.backend.reply = async function* (prompt, request) {
      if (request.purpose === undefined) always.backend.prompts.push(prompt);
      asked++;
      if (asked <= 9) yield callsTool("read", { path: `birds${asked}` });
      else yield refused({ status: 400, retryable: false });
      if (asked <= 9)
        yield { kind: "done", finish: "tool_calls", usage: { prompt: estimatePrompt(prompt), generated: 8 } };
    };
    await always.says("read all");
    expect(always.bodies("context.compacted")).toHaveLength(1);
    expect(always.bodies("turn.ended")).toMatchObject([{ reason: "failed", failure: { code: "unknown" } }]);

    const small = await atServerOf(0, refused({ status: 400, retryable: false }));
    await small.says("hello");
    expect(small.backend.prompts).toHaveLength(1);
    expect(small.bodies("context.compacted")).toEqual([]);
    expect(small.bodies("turn.ended")[0]).not.toHaveProperty("shortened");
  });

  it("counts as one of a server's faults only where it speaks of sizes", async () => {
    for (const [detail, compacted] of [
      ["request was over capacity for this slot", 1],
      ["Internal Server Error", 0],
    ] as const) {
      const session = await atServerOf(4_000, refused({ status: 500, retryable: false, detail }), {
        reads: 9,
      });
      await session.says("read all");
      expect([detail, session.bodies("context.compacted").length > 0]).toEqual([detail, compacted > 0]);
    }
  });
});

describe("what was never sent and can never fit", () => {
  const long = `First line.\n${"word ".repeat(40_000)}\nLast line.`;

  it("does not stay in what the model sees: the next message is answered", async () => {
    const session = await atServerOf(8_000, refused({}, "context_overflow"), { window: 8_192 });
    await session.says(long);
    expect(session.backend.prompts).toHaveLength(0);
    const [end] = session.bodies("turn.ended");
    expect(end).toMatchObject({
      reason: "context_full",
      shortened: [{ text: expect.stringContaining("First line.") }],
    });
    await session.says("hello again");
    expect(session.bodies("turn.ended")[1]).toMatchObject({ reason: "done" });
    const seen = session.backend.prompts[0]?.messages.map(({ content }) => content).join("\n") ?? "";
    expect(seen.length).toBeLessThan(5_000);
    expect(seen).toContain("Last line.");
    // What the person said stays as it was said.
    const [first] = session.session.state().timeline;
    expect(first).toMatchObject({ kind: "user", text: long });
  });

  it("goes the same way where only the server knows its window", async () => {
    const said = refused(
      { status: 400, retryable: false, detail: "exceeded by 30000 tokens" },
      "context_overflow",
    );
    const session = await atServerOf(6_000, said, { window: undefined });
    await session.says(long);
    expect(session.bodies("turn.ended")[0]).toMatchObject({ reason: "failed" });
    await session.says("hello again");
    expect(session.bodies("turn.ended")[1]).toMatchObject({ reason: "done" });
  });

  it("folds outputs that no answered request held, and leaves what was read", async () => {
    const three = [1, 2, 3].map((at) => callsTool("read", { path: `birds${at}` }));
    const longRead = {
      ...read,
      run: async () => ({ outcome: "ok" as const, content: lines("owls").repeat(2) }),
    };
    const session = await givenSession({ replies: [], tools: [longRead] });
    session.backend.reply = async function* (prompt) {
      session.backend.prompts.push(prompt);
      const tokens = estimatePrompt(prompt);
      if (tokens > 2_000) yield refused({ n_prompt: tokens, n_ctx: 2_000 }, "context_overflow");
      else {
        yield* session.backend.prompts.length === 1 ? three : [says("Done.")];
        yield { kind: "done", finish: "stop", usage: { prompt: tokens, generated: 8 } };
      }
    };
    await session.says("read them");
    expect(session.bodies("turn.ended")[0]).toMatchObject({ reason: "context_full" });
    await session.says("hello again");
    expect(session.bodies("turn.ended")[1]).toMatchObject({ reason: "done" });
    const outputs = session.backend.prompts.at(-1)?.messages.filter(({ role }) => role === "tool") ?? [];
    expect(outputs.some(({ content }) => content.includes("removed to save space"))).toBe(true);
  });
});

it("a window that is smaller than what its server read is not believed any more", async () => {
  const first = await atServerOf(9_000, refused({}), { window: 8_192, reads: 3 });
  await first.says("read all");
  // As an older version wrote it: the excess taken for the window.
  await first.log.append([
    { type: "context.measured", used: 3_000, window: 726, source: "estimate", refused: true },
  ]);
  const again = await givenSession({
    replies: [[says("Still here.")]],
    tools: [read],
    window: 8_192,
    log: first.log.reopened(),
  });
  await again.says("hello");
  expect(again.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(again.session.state().window).toBe(8_192);
});
