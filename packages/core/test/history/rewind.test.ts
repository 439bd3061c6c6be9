import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { TurnId } from "@kestrel/protocol";
import { canContinue, type SessionState } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";

const cut = (text: string) => [says(text), { kind: "done", finish: "length" } as const];

const replies = (...texts: string[]) => texts.map((text) => [says(text)]);

const turnOf = (state: SessionState, place: number): TurnId => {
  const message = [...state.timeline].filter((entry) => entry.kind === "user").at(place);
  if (!message) throw new Error("no such message");
  return message.turnId;
};

describe("a conversation that goes back", () => {
  it("asks for an answer once more with the very same bytes, and nothing leaves the log", async () => {
    const session = await givenSession({ replies: replies("One.", "Two.", "Two again.") });
    await session.says("first");
    await session.says("second");
    const events = session.events.length;
    await session.does({ type: "rewind", turn: turnOf(session.session.state(), -1), again: true });
    await session.session.settled();
    const [, second, again] = session.backend.prompts;
    expect(again).toEqual(second);
    expect(session.events.length).toBeGreaterThan(events);
    expect(session.bodies("history.rewound")).toMatchObject([{ why: "regenerated" }]);
    const said = [...session.session.state().timeline].filter((entry) => entry.kind === "reply");
    expect(said.map(({ text }) => text)).toEqual(["One.", "Two again."]);
  });

  it("sends another message in the place of the first, with what is said of the machine", async () => {
    const session = await givenSession({ replies: replies("One.", "Other.") });
    await session.says("first");
    await session.does({ type: "rewind", turn: turnOf(session.session.state(), 0), text: "other" });
    await session.session.settled();
    const [first, other] = session.backend.prompts.map(({ messages }) => messages.at(-1)?.content ?? "");
    expect(other).toBe(first?.replace(/first$/, "other"));
    expect(session.backend.prompts[1]?.messages).toHaveLength(2);
  });

  it("takes messages out and goes on from there", async () => {
    const session = await givenSession({ replies: replies("One.", "Two.", "Three.") });
    await session.says("first");
    await session.says("second");
    await session.does({ type: "rewind", turn: turnOf(session.session.state(), 1) });
    await session.says("third");
    expect(session.backend.prompts[2]?.messages.map(({ content }) => content).slice(2)).toEqual([
      "One.",
      "third",
    ]);
    expect(session.bodies("history.rewound")).toMatchObject([{ why: "asked" }]);
  });

  it("expects in the cache what stands before the message", async () => {
    const usage = { prompt: 100, cached: 0, generated: 10 };
    const session = await givenSession({
      replies: ["One.", "Two.", "Three."].map((text, index) => [
        says(text),
        { kind: "done" as const, finish: "stop" as const, usage: { ...usage, prompt: 100 + index * 50 } },
      ]),
    });
    await session.says("first");
    await session.says("second");
    await session.does({ type: "rewind", turn: turnOf(session.session.state(), 1), text: "other" });
    await session.session.settled();
    expect(session.bodies("request.sent").at(-1)).toMatchObject({ expectedReuse: 109 });
  });

  it("has a cut answer go on, and no other", async () => {
    const session = await givenSession({
      replies: [cut("Half of"), cut("it and"), [says("the rest.")]],
    });
    await session.says("tell me");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "length" }]);
    expect(canContinue(session.session.state())).toBe(true);
    await session.does({ type: "continue" });
    await session.session.settled();
    const [, before = [], onward = []] = session.backend.prompts.map(({ messages }) => messages);
    expect(onward.slice(0, before.length)).toEqual(before);
    expect(onward.slice(before.length)).toEqual([
      { role: "assistant", content: "it and" },
      { role: "user", content: "Go on exactly where you stopped. Repeat nothing." },
    ]);
    expect(canContinue(session.session.state())).toBe(false);
    await expect(session.does({ type: "continue" })).rejects.toMatchObject({ code: "nothing_to_continue" });
  });

  it("goes back behind a summary: what it stood for is whole again, byte for byte", async () => {
    const read = fakeTool({
      name: "read",
      risk: "read",
      run: ({ path }) => ({ outcome: "ok", content: `text of ${path}\n${"word ".repeat(1_000)}` }),
    });
    const notes = "## Task\nRead the parts and say which one names the harbour.\n## Next steps\nNothing.";
    const session = await givenSession({
      replies: [
        ...["one", "two", "three"].map((path) => [callsTool("read", { path })]),
        ...replies("All are read.", "The third.", "The second."),
      ],
      tools: [read],
      summaries: [[says(notes)]],
      window: 16_384,
    });
    await session.says("Read the parts.");
    await session.says("Which part was it?");
    const asked = session.backend.prompts.at(-1);
    await session.does({ type: "compact" });
    while (session.bodies("context.compacted").length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    await session.session.settled();
    expect(session.session.state().compacted).toBeDefined();
    await session.does({ type: "rewind", turn: turnOf(session.session.state(), -1), again: true });
    await session.session.settled();
    expect(session.backend.prompts.at(-1)).toEqual(asked);
    expect(session.session.state().compacted).toBeUndefined();
    // Nobody can say what is left of it in the server's cache: the new prompt was read over it.
    expect(session.bodies("request.sent").at(-1)?.expectedReuse).toBe(undefined);
  });

  it("keeps what stands before the message, whichever it is", async () => {
    const session = await givenSession({ replies: replies("One.", "Two.", "Three.", "New.") });
    for (const text of ["first", "second", "third"]) await session.says(text);
    await session.does({ type: "rewind", turn: turnOf(session.session.state(), 1), text: "other" });
    await session.session.settled();
    const [, second, , edited] = session.backend.prompts;
    expect(edited?.tools).toEqual(second?.tools);
    expect(edited?.messages.slice(0, -1)).toEqual(second?.messages.slice(0, -1));
    expect(edited?.messages.at(-1)?.content).toBe(
      second?.messages.at(-1)?.content.replace("second", "other"),
    );
  });

  it("waits for the turn to end", async () => {
    const session = await givenSession({
      replies: [[callsTool("look", {})], [says("Done.")]],
      tools: [
        fakeTool({
          name: "look",
          risk: "read",
          run: async () => {
            const { state } = session.session;
            const asked = session.does({ type: "rewind", turn: turnOf(state.call(session.session), 0) });
            await expect(asked).rejects.toMatchObject({ code: "session_busy" });
            return { outcome: "ok", content: "seen" };
          },
        }),
      ],
    });
    await session.says("go");
    expect(session.bodies("history.rewound")).toEqual([]);
    const unknown = session.does({ type: "rewind", turn: "t-none" });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
    const undone = session.does({ type: "undo", target: { turn: "t-none" } });
    await expect(undone).rejects.toMatchObject({ code: "nothing_to_undo" });
  });
});
