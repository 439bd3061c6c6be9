import type { Tool } from "@kestrel/core";
import {
  callsTool,
  crewOf,
  fakeShell,
  fakeTool,
  type GivenSession,
  givenSession,
  memoryEventLog,
  ScriptedBackend,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { KestrelError } from "../../src/errors.ts";

const broken = (where: string) => new TypeError(`broken in ${where}`);

const read: Tool = fakeTool({
  name: "read",
  risk: "read",
  run: () => {
    throw broken("run");
  },
});

/** A session whose first reply calls this tool, and the host that was told of failures. */
async function given(tool: Tool, more: Partial<Parameters<typeof givenSession>[0]> = {}) {
  const host = stillHost();
  const replies = [[callsTool(tool.spec.name, { path: "a" })], [says("Done.")]];
  return { host, session: await givenSession({ replies, tools: [tool], host, ...more }) };
}

const ofTheCall = (session: GivenSession) => {
  const { sessionId } = session.session.state();
  return { sessionId, turnId: "t1", step: 1, callId: "c00000001" };
};

it("a tool that breaks: the model is told in its words, the person by the id of its stack", async () => {
  const { host, session } = await given(read);
  await session.says("go");
  expect(host.reports).toEqual([
    { id: "00000001", where: "tool read", error: broken("run"), ids: ofTheCall(session) },
  ]);
  const [finished] = session.bodies("tool.finished");
  expect(finished).toMatchObject({
    outcome: "error",
    content: "The call failed: the tool failed inside Kestrel.",
    report: "00000001",
  });
  const entry = [...session.session.state().timeline].find(({ kind }) => kind === "tool");
  expect(entry).toMatchObject({ report: "00000001" });
});

it("a tool that knows it is broken is reported as well, with the cause that it names", async () => {
  const tool = fakeTool({
    name: "read",
    risk: "read",
    run: () => {
      throw new KestrelError("internal", "a tool broke", {}, { cause: broken("run") });
    },
  });
  const { host, session } = await given(tool);
  await session.says("go");
  expect(host.reports).toMatchObject([{ where: "tool read", error: { cause: broken("run") } }]);
  expect(session.bodies("tool.finished")[0]).toMatchObject({ report: "00000001" });
});

it("a tool that refuses with a code: nothing is reported, its sentence is the answer", async () => {
  const refusing = fakeTool({
    name: "read",
    risk: "read",
    run: () => {
      throw new KestrelError("mcp_unknown", "no such server");
    },
  });
  const { host, session } = await given(refusing);
  await session.says("go");
  expect(host.reports).toEqual([]);
  expect(session.bodies("tool.finished")[0]).not.toHaveProperty("report");
});

it("a tool that cannot say what a call is about or would do: the person is asked, and told why it is not known", async () => {
  const unknowing: Tool = {
    ...fakeShell([]),
    describe: () => {
      throw broken("describe");
    },
    assess: async () => {
      throw broken("assess");
    },
  };
  const { host, session } = await given(unknowing);
  void session.says("go");
  const asked = await session.until("approval.requested");
  expect(host.reports.map(({ id, where, error }) => ({ id, where, error }))).toEqual([
    { id: "00000001", where: "describing shell", error: broken("describe") },
    { id: "00000002", where: "judging shell", error: broken("assess") },
  ]);
  for (const { ids } of host.reports) expect(ids).toEqual(ofTheCall(session));
  expect(session.bodies("tool.requested")[0]).toMatchObject({
    subject: { opaque: true },
    report: "00000001",
  });
  expect(asked).toMatchObject({ risk: "destructive", report: "00000002" });
  await session.does({ type: "cancel" });
  await session.session.settled();
});

it("a hook that breaks: the turn ends, and its end carries the id", async () => {
  const ask = async ({ stage }: { stage: string }) => {
    if (stage === "before_call") throw broken("a hook");
    return [];
  };
  const { host, session } = await given(read, { stages: { any: async () => true, ask } });
  await session.says("go");
  const { sessionId } = session.session.state();
  expect(host.reports).toEqual([
    { id: "00000001", where: "turn", error: broken("a hook"), ids: { sessionId, turnId: "t1", step: 1 } },
  ]);
  expect(session.bodies("turn.ended")).toMatchObject([
    { reason: "failed", failure: { code: "internal", params: { report: "00000001" } } },
  ]);
  await session.says("again");
  expect(session.bodies("turn.ended")).toHaveLength(2);
});

it("a hook that breaks after a turn was stopped: it is reported, and the session goes on", async () => {
  const host = stillHost();
  const ask = async ({ stage }: { stage: string }) => {
    if (stage === "turn_ended") throw broken("a hook");
    return [];
  };
  const stages = { any: async () => true, ask };
  const session = await givenSession({ replies: [[new Promise(() => {})]], stages, host });
  const turn = session.says("go");
  await session.until("request.sent");
  await session.does({ type: "cancel" });
  await turn;
  const { sessionId } = session.session.state();
  expect(host.reports).toEqual([
    {
      id: "00000001",
      where: "hooks of turn_ended",
      error: broken("a hook"),
      ids: { sessionId, turnId: "t1" },
    },
  ]);
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "cancelled" }]);
});

it("an event that the fold breaks on: the turn ends, and its end carries the id", async () => {
  const log = memoryEventLog();
  const append: typeof log.append = async (bodies) =>
    (await log.append(bodies)).map((event) =>
      event.body.type === "request.sent"
        ? { ...event, body: { type: "command.covered", turnId: "t1", callId: "c1" } as never }
        : event,
    );
  const { host, session } = await given(read, { log: { ...log, append } });
  await session.says("go");
  expect(host.reports).toMatchObject([{ id: "00000001", where: "turn", ids: { turnId: "t1" } }]);
  expect(host.reports[0]?.error).toHaveProperty("stack", expect.stringMatching(/TypeError[\s\S]*evolve\.ts/));
  expect(session.bodies("turn.ended")).toMatchObject([
    { failure: { code: "internal", params: { report: "00000001" } } },
  ]);
});

it("work beside the turns that breaks: its line in the log carries the id", async () => {
  class Broken extends ScriptedBackend {
    override reply(): never {
      throw broken("the copilot");
    }
  }
  const { host, session } = await given(read, {
    replies: [[says("A long answer, so that the session has something to be named after.")]],
    crew: crewOf({ copilot: new Broken([]) }),
  });
  await session.says("go");
  const job = await session.until("crew.job");
  expect(job).toMatchObject({
    outcome: "failed",
    failure: { code: "internal", params: { report: "00000001" } },
  });
  expect(host.reports).toMatchObject([{ where: "crew job", error: broken("the copilot") }]);
});

it("a reply in which our reader breaks: its words stand, and its end carries the id", async () => {
  const log = memoryEventLog();
  const append: typeof log.append = async (bodies) => {
    const events = await log.append(bodies);
    for (const { body } of events)
      if (body.type === "session.opened")
        // Not enumerable: it breaks whoever reads the schema, and nobody who copies it.
        Object.defineProperty(body.prefix.tools[0]?.parameters ?? {}, "properties", {
          enumerable: false,
          get: () => {
            throw broken("a schema");
          },
        });
    return events;
  };
  const words = 'I look. <tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>';
  const { host, session } = await given(read, { log: { ...log, append }, replies: [[says(words)]] });
  await session.says("go");
  expect(host.reports).toMatchObject([
    { where: "reading a reply", error: broken("a schema"), ids: { turnId: "t1", step: 1 } },
  ]);
  expect(session.bodies("reply.completed")).toMatchObject([{ report: "00000001" }]);
  const reply = [...session.session.state().timeline].find(({ kind }) => kind === "reply");
  expect(reply).toMatchObject({ text: words, report: "00000001" });
});

it("a model whose facts break is asked all the same, and the stack is kept", async () => {
  const { host, session } = await given(read, { replies: [[says("Done.")]] });
  session.backend.facts = () => Promise.reject(broken("facts"));
  await session.says("go");
  expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  expect(host.reports).toContainEqual(
    expect.objectContaining({ where: "asking the model", error: broken("facts") }),
  );
});
