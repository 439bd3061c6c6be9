import { callsTool, type ScriptedReply, stillEngine } from "@kestrel/core/testing";
import type { EngineStatus, ModelProfile } from "@kestrel/protocol/api";
import { askUnasked } from "@kestrel/runtime";
import { describe, expect, it, vi } from "vitest";
import { given } from "./known-model.ts";

const billion = 1_100_000_000;
const answers: ScriptedReply = [callsTool("report", { word: "kestrel" })];

/** A small model whose engine runs. */
async function met({ replies = [answers] as ScriptedReply[], ...more }: Parameters<typeof given>[0] = {}) {
  const known = await given({ size: billion, replies, ...more });
  await known.knowledge.profile();
  return known;
}

describe("a small model that is met for the first time", () => {
  it("is asked how it calls tools, and its profile keeps it", async () => {
    const { knowledge, profiles, backend } = await met();
    expect(await knowledge.meet()).toMatchObject({ calls: "native" });
    expect(profiles.at(-1)).toMatchObject({ calls: "native", size: billion });
    expect(backend.requests).toMatchObject([{ maxTokens: 256, yields: true }]);
    expect(await knowledge.meet()).toBeUndefined();
    expect(backend.prompts).toHaveLength(1);
  });

  it("is let go as soon as a reply begins, and nothing is kept of it", async () => {
    const { knowledge, profiles, schedule, backend } = await met({
      replies: [[new Promise(() => undefined)]],
    });
    const meeting = knowledge.meet();
    await vi.waitUntil(() => backend.prompts.length > 0);
    const done = schedule.reply();
    expect(await meeting).toBeUndefined();
    expect(profiles.at(-1)).not.toHaveProperty("calls");
    done();
  });

  it("is let go where another model is wanted, or a person asks it", async () => {
    const { knowledge, backend } = await met({ replies: [[new Promise(() => undefined)], answers] });
    const meeting = knowledge.meet();
    await vi.waitUntil(() => backend.prompts.length > 0);
    expect(await knowledge.profile("call")).toMatchObject({ calls: "native" });
    expect(await meeting).toBeUndefined();
  });

  it("is let go after half a minute", async () => {
    const { knowledge, profiles, backend } = await met({ replies: [[new Promise(() => undefined)]] });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const meeting = knowledge.meet();
      while (backend.prompts.length === 0) await vi.advanceTimersByTimeAsync(0);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await meeting).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
    expect(profiles.at(-1)).not.toHaveProperty("calls");
  });

  it.each<[string, Parameters<typeof given>[0]]>([
    ["of more than 30 billion weights", { size: 40_000_000_000 }],
    ["that is made for tests", { size: 2_000_000 }],
    ["whose server does not tell its size", { size: undefined }],
    ["that was trained on its own texts", { traits: { texts: "kestrel-nano" } }],
    ["that is helped with nothing", { guidance: "off" }],
  ])("is not asked: one %s", async (_what, more) => {
    const { knowledge, backend } = await given({ size: billion, replies: [answers], ...more });
    await knowledge.profile();
    expect(await knowledge.meet()).toBeUndefined();
    expect(backend.prompts).toEqual([]);
  });

  it("is not asked once it is let go, even while its facts are read", async () => {
    const { knowledge, backend } = await met();
    const meeting = knowledge.meet();
    await knowledge.letGo();
    expect(await meeting).toBeUndefined();
    expect(backend.prompts).toEqual([]);
  });

  it("is not asked where its profile says how it is given its tools", async () => {
    const learned = await (await met()).knowledge.profile();
    const { knowledge, backend } = await met({ profiles: [{ ...learned, tools: "text" }] });
    expect(await knowledge.meet()).toBeUndefined();
    expect(backend.prompts).toEqual([]);
  });
});

describe("when it is asked", () => {
  const profile = { server: "s", model: "tiny-1b", template: "t", calls: "text" } satisfies ModelProfile;

  /** An engine that becomes one thing after the other; each time, whether the model is asked. */
  async function asked(story: readonly EngineStatus[], { allowed = true, learns = true } = {}) {
    const engine = stillEngine({ state: "stopped", source: "self" });
    const learned: string[] = [];
    let meetings = 0;
    vi.useFakeTimers();
    try {
      askUnasked({
        engine,
        knowledge: {
          meet: async () => {
            meetings += 1;
            return learns ? profile : undefined;
          },
        },
        allowed: async () => allowed,
        onLearned: ({ model }) => learned.push(model),
      });
      for (const status of story) {
        engine.becomes(status);
        await vi.advanceTimersByTimeAsync(status.state === "busy" ? 1_000 : 10_000);
      }
    } finally {
      vi.useRealTimers();
    }
    return { meetings, learned };
  }
  const own = (state: EngineStatus["state"]) => ({ state, source: "self" as const });
  const other = (state: EngineStatus["state"]) => ({ state, source: "connect" as const });

  it("is once the engine is idle, and the person is told", async () => {
    expect(await asked([own("starting"), own("ready")])).toEqual({ meetings: 1, learned: ["tiny-1b"] });
    expect((await asked([own("starting"), own("busy")])).meetings).toBe(0);
    expect((await asked([own("busy"), own("ready")])).meetings).toBe(1);
  });

  it("is at most twice in one life of an engine", async () => {
    const turn = [own("busy"), own("ready")];
    const story = [own("ready"), ...turn, ...turn, ...turn];
    expect(await asked(story, { learns: false })).toEqual({ meetings: 2, learned: [] });
    expect((await asked([...story, own("stopped"), own("ready")], { learns: false })).meetings).toBe(3);
  });

  it("is never on a machine that is not to work ahead, nor on a server elsewhere", async () => {
    expect((await asked([own("ready")], { allowed: false })).meetings).toBe(0);
    expect((await asked([{ ...other("ready"), elsewhere: "https://models.example" }])).meetings).toBe(0);
  });

  it("is before its first reply only, on a server of others", async () => {
    expect((await asked([other("ready")])).meetings).toBe(1);
    expect((await asked([other("busy"), other("ready")])).meetings).toBe(0);
  });
});
