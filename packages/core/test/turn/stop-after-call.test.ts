import {
  callsTool,
  fakeEdit,
  fakeRead,
  type Given,
  givenSession,
  type ScriptedReply,
  says,
  thinks,
} from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const call = '<tool_call>\n{"name": "edit", "arguments": {"path": "app.ini", "n": 1}}\n</tool_call>';
const dream = "\n\nI have changed the port to 90. I ran the tests and all of them passed.";

/** A reply in pieces, as a server streams it. */
const streamed = (text: string) => (text.match(/[\s\S]{1,5}/g) ?? []).map((piece) => says(piece));
const thought = thinks("The port is 80.");

const story = async (reply: ScriptedReply, more: Partial<Given> = {}) => {
  const session = await givenSession({
    replies: [reply, [says("The port is 90.")]],
    tools: [fakeRead((path) => `text of ${path}`), { ...fakeEdit(), effect: "change" }],
    traits: { guidance: ["stop_after_call"] },
    ...more,
  });
  await session.says("set the port to 90");
  const [first] = session.bodies("reply.completed");
  return { session, first, calls: session.bodies("tool.requested") };
};

describe("a model that talks on behind its call", () => {
  it("is stopped, its call runs, and the log says why", async () => {
    const { session, first, calls } = await story([thought, ...streamed(call + dream.repeat(40))]);
    expect(first).toMatchObject({ finish: "stop", cut: "after_call" });
    expect(calls).toMatchObject([{ tool: "edit", recovered: "text" }]);
    const spoken = session
      .bodies("reply.text")
      .map(({ text }) => text)
      .join("");
    expect(spoken.length).toBeLessThan(call.length + 80);
    expect(JSON.stringify(session.backend.prompts[1])).not.toContain("I ran the tests");
    expect(session.bodies("context.added")).toEqual([]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("keeps what it thought before", async () => {
    const { session } = await story([thought, ...streamed(call + dream)]);
    const [entry] = [...session.session.state().timeline].filter(({ kind }) => kind === "reply");
    expect(entry).toMatchObject({ reasoning: "The port is 80." });
    expect(entry).not.toHaveProperty("cut", "after_call");
  });

  it.each<[string, Partial<Given>, ScriptedReply]>([
    ["another model", { traits: {} }, [thought, ...streamed(call + dream)]],
    ["a call that is only shown", {}, [thought, ...streamed(`You could write:\n\n${call}${dream}`)]],
    ["what may be thoughts, of a model that thinks", {}, streamed(call + dream)],
  ])("is heard to its end: %s", async (_what, more, reply) => {
    const { session, first } = await story(reply, more);
    expect(first?.cut).toBeUndefined();
    expect(
      session
        .bodies("reply.text")
        .map((one) => one.text)
        .join(""),
    ).toContain("all of them passed.");
  });

  it("is heard to its end where the server reads its calls", async () => {
    const written = {
      kind: "call-written" as const,
      index: 0,
      name: "edit",
      arguments: '{"path":"a","n":1}',
    };
    const { first, calls } = await story([
      thought,
      written,
      ...streamed(call + dream),
      callsTool("edit", { path: "a", n: 1 }),
    ]);
    expect(first?.cut).toBeUndefined();
    expect(calls).toHaveLength(1);
  });
});
