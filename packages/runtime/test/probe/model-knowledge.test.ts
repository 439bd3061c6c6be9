import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Endpoint, Engine } from "@kestrel/core";
import {
  callsTool,
  fails,
  ScriptedBackend,
  type ScriptedReply,
  says,
  stillEngine,
} from "@kestrel/core/testing";
import type { ModelProfile } from "@kestrel/protocol";
import { modelKnowledge, type ProfileFolder } from "@kestrel/runtime";
import { describe, expect, it, onTestFinished } from "vitest";

/** A llama-server as far as a probe sees it; its template keeps everything, or forgets reasoning at a new message. */
async function fakeServer(forgets: boolean) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    let body = "";
    request.on("data", (bytes) => {
      body += bytes;
    });
    request.on("end", () => {
      const props = {
        build_info: "b1",
        chat_template: "T",
        model_alias: "tiny",
        default_generation_settings: { n_ctx: 8192 },
      };
      if (request.url === "/props") return response.end(JSON.stringify(props));
      if (request.url === "/v1/models")
        return response.end(JSON.stringify({ data: [{ id: "tiny", meta: { size: 2_147_712 } }] }));
      if (request.url !== "/apply-template") return response.writeHead(404).end();
      const { messages } = JSON.parse(body) as { messages: Record<string, unknown>[] };
      const newest = messages.findLastIndex(({ role }) => role === "user");
      const prompt = messages.map(({ reasoning_content: thought = "", ...message }, index) =>
        JSON.stringify([message, forgets && index < newest ? "" : thought]),
      );
      return response.end(JSON.stringify({ prompt: prompt.join("") }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const still = stillEngine({ state: "stopped", source: "self" });
  const engine: Engine & typeof still = {
    ...still,
    async ready(cancel): Promise<Endpoint> {
      await still.ready(cancel);
      return { kind: "llama-cpp", url };
    },
  };
  return { asked, engine };
}

function shelfOf(profiles: ModelProfile[]): ProfileFolder {
  return {
    read: async ({ model, template }) =>
      profiles.findLast((profile) => profile.model === model && profile.template === template),
    latestFrom: async (source) => profiles.findLast((profile) => profile.source === source),
    write: async (profile) => void profiles.push(profile),
    count: async ({ model }, landing) => {
      const known = profiles.findLast((profile) => profile.model === model);
      if (!known) return undefined;
      const { calls = 0 } = known.landing ?? {};
      const sums = { ...landing, calls: calls + landing.calls };
      profiles.push({ ...known, landing: sums });
      return sums;
    },
  };
}

async function given({
  forgets = false,
  replies = [] as ScriptedReply[],
  profiles = [] as ModelProfile[],
} = {}) {
  const { asked, engine } = await fakeServer(forgets);
  const backend = new ScriptedBackend(replies);
  const source = () => "/models/tiny.gguf";
  const knowledge = modelKnowledge({ engine, backend, profiles: shelfOf(profiles), source });
  return { asked, engine, knowledge, profiles, backend };
}

describe("what is known about a model", () => {
  it("is found out once, when it is first there, without generating anything", async () => {
    const { asked, knowledge, profiles, backend } = await given({ forgets: true });
    const profile = await knowledge.profile();
    expect(profile).toMatchObject({ server: "llama-cpp b1", model: "tiny", window: 8192, reasoning: "omit" });
    expect(profile.audit).toEqual({ call: true, user: false, without: true });
    expect(await knowledge.reasoning()).toBe("omit");
    await knowledge.profile();
    expect(asked.filter((path) => path === "/apply-template")).toHaveLength(6);
    expect(profiles).toHaveLength(1);
    expect(backend.prompts).toEqual([]);
  });

  it("belongs to a model of one size; what was known before sizes were kept is told its own", async () => {
    const { knowledge } = await given();
    const { size, ...unsized } = await knowledge.profile();
    expect(size).toBe(2_147_712);
    const later = await given({ profiles: [{ ...unsized, calls: "text" }] });
    expect(await later.knowledge.profile()).toMatchObject({ size, calls: "text" });
    expect(later.profiles).toHaveLength(2);
    expect(later.profiles.at(-1)).toEqual({ ...unsized, size, calls: "text" });
    expect(later.asked).not.toContain("/apply-template");
  });

  it("decides about a session that opens while the model is still loading", async () => {
    const profiles = [
      { server: "s", model: "tiny", template: "t", source: "/models/tiny.gguf", reasoning: "omit" as const },
    ];
    const { asked, knowledge } = await given({ profiles });
    expect(await knowledge.reasoning()).toBe("omit");
    expect(asked).toEqual([]);
  });

  it("can be corrected by hand: what stands in the profile wins over the probe", async () => {
    const first = await given({ forgets: true });
    const learned = await first.knowledge.profile();
    const { asked, knowledge } = await given({
      forgets: true,
      profiles: [{ ...learned, reasoning: "send" }],
    });
    expect(await knowledge.profile()).toMatchObject({ reasoning: "send" });
    expect(asked).not.toContain("/apply-template");
  });

  const edits = (old: string, next: string) => callsTool("replace", { old, new: next });
  const whole = "def area(r):\n    return 3.14159 * r * r\n";
  it.each<[string, "call" | "edit", ScriptedReply[], Partial<ModelProfile>]>([
    [
      "calls that the server parses",
      "call",
      [[callsTool("report", { word: "kestrel" })]],
      { calls: "native" },
    ],
    ["calls written as text", "call", [[says('{"name": "report", "word": "kestrel"}')]], { calls: "text" }],
    ["no calls", "call", [[says("I would rather not.")]], { calls: "none" }],
    ["an exact replacement", "edit", [[edits("return 3 *", "return 3.14159 *")]], { edits: "replace" }],
    [
      "a whole file where a replacement goes wrong",
      "edit",
      [[edits("return  3", "x")], [callsTool("rewrite", { content: whole })]],
      { edits: "whole" },
    ],
    ["no edit", "edit", [[says("Done!")], [says("Done!")]], { edits: "none" }],
  ])("says of a model that gives %s", async (_, question, replies, learned) => {
    const { knowledge, backend } = await given({ replies });
    expect(await knowledge.profile(question)).toMatchObject(learned);
    const asked = backend.prompts.length;
    await knowledge.profile(question);
    expect(backend.prompts).toHaveLength(asked);
  });

  it("trusts only the server's own count for what it reuses, and times what it was told", async () => {
    const done = (prompt: number, cached: number) =>
      [says("Ninety."), { kind: "done", finish: "stop", usage: usageOf(prompt, cached) }] as const;
    const { knowledge } = await given({ replies: [done(1000, 0), done(1020, 40)] });
    const profile = await knowledge.profile("growth");
    expect(profile).toMatchObject({ reuse: "none", speed: { prefill: 2000, generation: 80 } });
  });

  it("counts turns that end together one after the other, and tells the sums at once", async () => {
    const { knowledge } = await given();
    await knowledge.profile();
    const turn = { calls: 2, recovered: {}, repaired: {}, rejected: 0, unparsed: 0 };
    await Promise.all([knowledge.noteLanding(turn), knowledge.noteLanding(turn)]);
    expect((await knowledge.profile()).landing).toEqual({ ...turn, calls: 4 });
  });

  it("starts no engine to count a turn", async () => {
    const { asked, knowledge } = await given();
    await knowledge.noteLanding({ calls: 2, recovered: {}, repaired: {}, rejected: 0, unparsed: 0 });
    expect(asked).toEqual([]);
  });

  it("goes on where it stopped: a question that failed is asked again", async () => {
    const { knowledge } = await given({
      replies: [[fails("timeout")], [callsTool("report", { word: "kestrel" })]],
    });
    expect((await knowledge.profile("call")).calls).toBeUndefined();
    expect((await knowledge.profile("call")).calls).toBe("native");
  });
});

const usageOf = (prompt: number, cached: number) => ({
  ...{ prompt, cached, generated: 8 },
  ...{ promptMs: 500, generateMs: 100 },
});
