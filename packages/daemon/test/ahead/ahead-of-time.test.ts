import type { Prefilled } from "@kestrel/core";
import { givenSession, says, stillEngine, thinks } from "@kestrel/core/testing";
import { type Prompt, SessionId } from "@kestrel/protocol";
import type { ModelFacts } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { AheadOfTime, type AheadRules } from "../../src/ahead/ahead-of-time.ts";

const id = SessionId.parse("s00000001");
const facts: ModelFacts = {
  label: "scripted",
  server: "s",
  capabilities: {
    tools: "native",
    vision: false,
    reasoning: true,
    progress: "none",
    countsTokens: true,
    slots: false,
  },
};
const draft =
  "The build fails on the second machine since the change of yesterday, and the log says nothing. ".repeat(6);

type Read = { words: string | undefined; unsent: boolean | undefined };

const always: AheadRules = { paused: async () => undefined };

async function given(
  { rules, model = facts }: { rules?: AheadRules; model?: ModelFacts } = { rules: always },
) {
  const session = await givenSession({ replies: [[thinks("Hm."), says("Yes.")], [says("Yes.")]] });
  await session.says("hello");
  const reads: Read[] = [];
  const backend = {
    prefill: async ({ messages }: Prompt, { unsent }: { unsent?: true }): Promise<Prefilled> => {
      reads.push({ words: messages.at(-1)?.content, unsent });
      return { read: 100, cached: 10, whole: true };
    },
  };
  const status = { state: "ready", source: "self", model } as const;
  const engine = { ...stillEngine(), status: () => status, watch: () => () => undefined };
  const ahead = new AheadOfTime({ backend, engine, rules });
  const of = { id, session: session.session, log: session.log };
  return { ahead, of, reads };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("idle time", () => {
  it("is spent on what was pasted, at once; on the end of a thoughtful turn; on a session that came back", async () => {
    const { ahead, of, reads } = await given();
    ahead.opened(of);
    await settled();
    ahead.rested(of);
    await settled();
    ahead.typed(of, draft, true);
    await settled();
    expect(reads).toEqual([
      { words: "", unsent: undefined },
      { words: "", unsent: undefined },
      { words: draft.trim(), unsent: true },
    ]);
    expect((await ahead.counters()).draft.read).toBe(100);
  });

  it("sends nothing of a session to another model than it was held with", async () => {
    const { ahead, of, reads } = await given({ rules: always, model: { ...facts, label: "another" } });
    ahead.opened(of);
    ahead.typed(of, draft, true);
    await settled();
    expect(reads).toEqual([]);
  });

  it("is not spent on a few words, on words that were sent, or twice on the same", async () => {
    const { ahead, of, reads } = await given();
    ahead.typed(of, "a few words", true);
    ahead.typed(of, draft, false);
    ahead.began(of);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(reads).toEqual([]);
    ahead.typed(of, draft, true);
    await settled();
    ahead.typed(of, draft, true);
    await settled();
    expect(reads).toHaveLength(1);
  });

  it.each<[string, { rules?: AheadRules; model?: ModelFacts }]>([
    ["on battery", { rules: { paused: async () => "battery" } }],
    ["where it is turned off", { rules: undefined }],
    ["for a model that needs none", { rules: always, model: { ...facts, traits: { noPrefill: true } } }],
  ])("is left alone %s", async (_, more) => {
    const { ahead, of, reads } = await given(more);
    ahead.typed(of, draft, true);
    await settled();
    expect(reads).toEqual([]);
  });
});
