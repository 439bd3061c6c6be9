import { callsTool, fails, type ScriptedReply, says } from "@kestrel/core/testing";
import type { ModelProfile } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { given } from "./known-model.ts";

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

  it("holds what the model needs: what is known of it, and its profile's word before that", async () => {
    const traits = { noPrefill: true, tools: ["read", "todo"] };
    expect(await (await given({ traits })).knowledge.traits()).toEqual(traits);
    const kept = { server: "s", model: "tiny", template: "t", source: "/models/tiny.gguf" };
    const { asked, knowledge } = await given({ traits, profiles: [{ ...kept, tool_names: ["read"] }] });
    expect(await knowledge.traits()).toEqual({ noPrefill: true, tools: ["read"] });
    expect(asked).toEqual([]);
    expect(await (await given()).knowledge.traits()).toEqual({});
  });

  it("names the family whose calls its template writes, unless its profile names another", async () => {
    const template = '{%- for tool_call in calls %}<tool_call>{"name": …}</tool_call>{%- endfor %}';
    const { knowledge } = await given({ template });
    const learned = await knowledge.profile();
    expect(learned.grammar).toBe("hermes");
    expect((await knowledge.traits()).grammar).toBe("hermes");
    const edited = await given({ template, profiles: [{ ...learned, grammar: "mistral" }] });
    expect((await edited.knowledge.traits()).grammar).toBe("mistral");
    const { grammar: _grammar, ...older } = learned;
    const later = await given({ template, profiles: [older] });
    expect((await later.knowledge.profile()).grammar).toBe("hermes");
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

  const written = '<tool_call>{"name": "report", "arguments": {"word": "kestrel"}}</tool_call>';
  const refusesTools = {
    kind: "failed",
    failure: { code: "template", params: { hint: "no_tools" } },
    detail: "no tools",
  } as const;
  const edits = (old: string, next: string) => callsTool("replace", { old, new: next });
  const whole = "def area(r):\n    return 3.14159 * r * r\n";
  it.each<[string, "call" | "edit", ScriptedReply[], Partial<ModelProfile>]>([
    [
      "calls that the server parses",
      "call",
      [[callsTool("report", { word: "kestrel" })]],
      { calls: "native" },
    ],
    [
      "calls written as text, and again where it is told of tools in words",
      "call",
      [[says(written)], [says(written)]],
      { calls: "text", tools: "text", tools_dialect: "hermes" },
    ],
    [
      "calls in the second dialect only",
      "call",
      [[says("I have no tools.")], [says("I shall report: kestrel.")], [says(written)]],
      { calls: "text", tools: "text", tools_dialect: "fenced" },
    ],
    [
      "calls in words where the server refuses tools",
      "call",
      [[refusesTools], [says(written)]],
      { calls: "text", tools: "text", tools_dialect: "hermes" },
    ],
    [
      "calls as text of its own, and none in either dialect",
      "call",
      [[says(written)], [says("No.")], [says("No.")]],
      { calls: "text" },
    ],
    ["no calls", "call", [1, 2, 3].map(() => [says("I would rather not.")]), { calls: "none" }],
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
    const profile = await knowledge.profile(question);
    expect(profile).toMatchObject(learned);
    expect(profile.tools).toBe(learned.tools);
    const asked = backend.prompts.length;
    await knowledge.profile(question);
    expect(backend.prompts).toHaveLength(asked);
  });

  it("asks for a call natively first, then in one dialect after the other, and edits in the one that worked", async () => {
    const [before, after] = ["return 3 *", "return 3.14159 *"];
    const edit = { name: "replace", arguments: { old: before, new: after } };
    const { knowledge, toolFormats } = await given({
      replies: [
        [says("No.")],
        [says("No.")],
        [says(written)],
        [says(`\`\`\`tool_call\n${JSON.stringify(edit)}\n\`\`\``)],
      ],
    });
    await knowledge.profile("call");
    expect(await knowledge.profile("edit")).toMatchObject({ edits: "replace" });
    expect(toolFormats).toEqual(["native", "hermes", "fenced", "fenced"]);
  });

  it("keeps how its tools are given where somebody wrote it down", async () => {
    const learned = await (await given()).knowledge.profile();
    const { knowledge } = await given({
      profiles: [{ ...learned, tools: "native" }],
      replies: [[says("No.")], [says(written)]],
    });
    expect(await knowledge.profile("call")).toMatchObject({ tools: "native", calls: "text" });
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

  it("remembers what the server refuses, one field after the other", async () => {
    const { knowledge } = await given();
    await Promise.all([knowledge.noteLeftOut("stream_options"), knowledge.noteLeftOut("stop")]);
    expect((await knowledge.profile()).left_out).toEqual(["stream_options", "stop"]);
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
