import { delegateHelper, render } from "@kestrel/core";
import { callsTool, fakeTool, memoryLoadouts, ScriptedBackend, says } from "@kestrel/core/testing";
import { estimateTokens } from "@kestrel/text";
import { describe, expect, it } from "vitest";
import { givenDelegation, writing } from "./given-delegation.ts";

const asks = (question: string, name = "delegate") =>
  callsTool("use", { name, action: "call", arguments: { question } });
const looks = callsTool("read", { path: "a.txt" });
const found = says("The gate is in src/gate.ts, line 12.");
const slots = (backend: ScriptedBackend, count: number) => {
  const facts = backend.facts.bind(backend);
  backend.facts = async () => ({ ...(await facts()), slots: count });
  return backend;
};

describe("a helper", () => {
  it("answers in a session of its own: what it read stays there, and its last words come back", async () => {
    const backend = new ScriptedBackend([
      [asks("Where is the gate?")],
      [looks],
      [looks],
      [found],
      [says("In src/gate.ts.")],
    ]);
    const { id, says: person, bodies, children } = await givenDelegation({ backend });
    await person("Find the gate.");

    const [helper] = await children();
    expect(helper).toMatchObject({
      title: "Where is the gate?",
      mode: "plan",
      parent: { sessionId: id, callId: "c00000001", helper: "delegate" },
      attention: "idle",
    });
    const finished = bodies(id).find((body) => body.type === "tool.finished");
    expect(finished).toMatchObject({ outcome: "ok", content: "The gate is in src/gate.ts, line 12." });
    expect(bodies(id).some((body) => body.type === "approval.requested")).toBe(false);

    const [first, , , , last] = backend.prompts;
    const [before, after] = [JSON.stringify(first?.messages), JSON.stringify(last?.messages)];
    expect(after.startsWith(before.slice(0, -1))).toBe(true);
    expect(JSON.stringify(last?.tools)).toBe(JSON.stringify(first?.tools));
    expect(estimateTokens(after) - estimateTokens(before)).toBeLessThan(450);
    expect(estimateTokens(JSON.stringify(backend.prompts[3]?.messages))).toBeGreaterThan(2_500);
  });

  it("has no tool that its asker has not, and keeps the rules of the asker's loadout", async () => {
    const backend = new ScriptedBackend([[asks("What is in it?")], [looks], [found], [says("Denied.")]]);
    const permission = { ask: [], deny: ["path: a.txt"] };
    const spec = (name: string) => ({ name, description: "", parameters: { type: "object" } });
    const loadout = {
      name: "lean",
      digest: "d1",
      system: "Terse.",
      tools: [spec("read")],
      permission,
      crew: [],
    };
    const loadouts = {
      ...memoryLoadouts(),
      opening: async () => ({ loadout, mode: "ask" as const }),
    };
    const { children, bodies, says: person } = await givenDelegation({ backend, loadouts });
    await person("Look into it.");
    const [helper] = await children();
    if (!helper) throw new Error("a helper was asked");
    const opened = bodies(helper.id).find((body) => body.type === "session.opened");
    expect(opened).toMatchObject({ loadout: { name: "lean", digest: "d1", deny: ["path: a.txt"] } });
    expect(backend.prompts[1]?.tools.map(({ name }) => name)).toEqual(["read"]);
  });

  it("has the tools that only read and no helper of its own, and begins with the same words for every question", async () => {
    const backend = new ScriptedBackend([[asks("One?")], [found], [asks("Two?")], [found], [says("Done.")]]);
    const { says: person } = await givenDelegation({ backend });
    await person("Ask twice.");
    const [main, one, , two] = backend.prompts;
    expect(main?.tools.map(({ name }) => name)).toEqual(["read", "write", "use"]);
    expect(one?.tools.map(({ name }) => name)).toEqual(["read"]);
    expect(two?.tools).toEqual(one?.tools);
    expect(two?.messages[0]).toEqual(one?.messages[0]);
    expect(JSON.stringify(one?.messages)).toContain("One?");
    expect(JSON.stringify(one?.messages)).not.toContain("Ask twice.");
  });

  it("asks nobody: what would be a question is denied with the reason, and what a plan does not do is not done", async () => {
    const secret = fakeTool({
      name: "search",
      risk: "external",
      run: () => ({ outcome: "ok", content: "!" }),
    });
    const runs: unknown[] = [];
    const worker = { ...delegateHelper, name: "worker", tools: ["write", "search"], mode: "edits" as const };
    const backend = new ScriptedBackend([
      [asks("Write it.", "worker")],
      [callsTool("search", {})],
      [callsTool("write", { path: "a.txt" })],
      [found],
      [says("Done.")],
    ]);
    const given = await givenDelegation({ backend, helpers: [worker], tools: [secret, writing(runs)] });
    const { application, id, bodies, children } = given;
    const told = new Promise<string>((resolve) => {
      void application.sessions.get(id).then(({ session }) =>
        session.watch((news) => {
          if (news.kind === "event" && news.event.body.type === "approval.requested")
            resolve(news.event.body.digest);
        }),
      );
    });
    const turn = given.says("Let it write.");
    // A helper that changes files asks, whatever the mode, before it begins.
    await application.sessions.apply(id, {
      ...{ type: "approve", callId: "c00000001", digest: await told, scope: "once", opId: "yes" },
    });
    await turn;
    const [helper] = await children();
    const outcomes = bodies(helper?.id ?? id).flatMap((body) =>
      body.type === "tool.finished" ? [[body.outcome, body.content]] : [],
    );
    expect(outcomes[0]?.[0]).toBe("denied");
    expect(outcomes[0]?.[1]).toContain("a helper asks nobody");
    expect(outcomes[1]?.[0]).toBe("ok");
    expect(runs).toHaveLength(1);
  });

  it("answers from what it has seen when its steps are used up, and when its tokens are", async () => {
    const short = { ...delegateHelper, steps: 2 };
    const stepping = new ScriptedBackend([[asks("Where?")], [looks], [looks], [found], [says("Done.")]]);
    const one = await givenDelegation({ backend: stepping, helpers: [short] });
    await one.says("Go.");
    expect(one.bodies(one.id).find((body) => body.type === "tool.finished")).toMatchObject({
      outcome: "ok",
      content: "The gate is in src/gate.ts, line 12.",
    });
    const spending = new ScriptedBackend([[asks("Where?")], [looks], [looks], [found], [says("Done.")]]);
    const other = await givenDelegation({ backend: spending, maxTokens: 2_000 });
    await other.says("Go.");
    const [helper] = await other.children();
    const ends = other
      .bodies(helper?.id ?? other.id)
      .flatMap((body) => (body.type === "turn.ended" ? [body.reason] : []));
    expect(ends).toEqual(["cancelled", "done"]);
    expect(other.bodies(other.id).find((body) => body.type === "tool.finished")).toMatchObject({
      outcome: "ok",
    });
  });

  it("is cut at about 400 tokens", async () => {
    const long = Array.from({ length: 200 }, (_, at) => `Gate ${at} stands in room ${at * 7}. `).join("");
    const backend = new ScriptedBackend([[asks("Where?")], [says(long)], [says("Done.")]]);
    const { id, says: person, bodies } = await givenDelegation({ backend });
    await person("Go.");
    const finished = bodies(id).find((body) => body.type === "tool.finished");
    const content = finished?.type === "tool.finished" ? finished.content : "";
    expect(content.endsWith("[Cut here: it said more.]")).toBe(true);
    expect(estimateTokens(content)).toBeLessThanOrEqual(400);
    expect(estimateTokens(content)).toBeGreaterThan(300);
  });

  it("ends with the turn that asked it", async () => {
    const never = new Promise<void>(() => {});
    const backend = new ScriptedBackend([[asks("Where?")], [says("Let me "), never]]);
    const { application, id, says: person, bodies, children } = await givenDelegation({ backend });
    const turn = person("Go.");
    await expect.poll(async () => (await children())[0]?.attention).toBe("working");
    const [helper] = await children();
    await expect.poll(() => backend.prompts.length).toBe(2);
    await application.sessions.apply(id, { type: "cancel", opId: "stop" });
    await turn;
    expect(bodies(helper?.id ?? id).at(-1)).toMatchObject({ type: "turn.ended", reason: "cancelled" });
    expect(bodies(id).at(-1)).toMatchObject({ type: "turn.ended", reason: "cancelled" });
  });

  it("works beside another where the engine has three places, and after it on one", async () => {
    const most = async (places: number) => {
      let [open, top] = [0, 0];
      let meet = () => {};
      const together = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const both = [asks("One?"), asks("Two?")];
      const backend = slots(new ScriptedBackend([both, [found], [found], [says("Done.")]]), places);
      const reply = backend.reply.bind(backend);
      backend.reply = async function* (prompt, request, cancel) {
        open += 1;
        top = Math.max(top, open);
        if (open === 2) meet();
        // Of two that may meet the first waits for the second.
        if (places > 2 && JSON.stringify(prompt.messages).includes("One?") && prompt.tools.length === 1)
          await together;
        yield* reply(prompt, request, cancel);
        open -= 1;
      };
      const { says: person, children } = await givenDelegation({ backend });
      await person("Ask both.");
      expect(await children()).toHaveLength(2);
      return top;
    };
    expect(await most(3)).toBe(2);
    expect(await most(1)).toBe(1);
  });

  it("goes with the session that asked, and comes back with it; a fork of it is nobody's helper", async () => {
    const backend = new ScriptedBackend([[asks("Where?")], [found], [says("Done.")]]);
    const { application, id, says: person, children } = await givenDelegation({ backend });
    await person("Go.");
    const [helper] = await children();
    const { session: fork } = await application.sessions.fork(helper?.id ?? id, undefined);
    expect(fork.parent).toBeUndefined();
    await application.sessions.remove(id);
    expect((await application.sessions.list()).map((one) => one.id)).toEqual([fork.id]);
    await application.sessions.restore(id);
    expect((await children()).map((one) => one.id)).toEqual([helper?.id]);
    const { session } = await application.sessions.get(helper?.id ?? id);
    expect(render(session.state()).tools.map(({ name }) => name)).toEqual(["read"]);
  });
});
