import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { SessionState, TurnId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";

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
      replies: [[says("Half of"), { kind: "done", finish: "length" }], [says("the rest.")], [says("x")]],
    });
    await session.says("tell me");
    const ends = session.bodies("turn.ended").at(-1);
    if (ends?.reason === "done") return;
    await session.does({ type: "continue" });
    await session.session.settled();
    expect(session.backend.prompts.at(-1)?.messages.at(-1)?.content).toContain("Go on exactly");
    await expect(session.does({ type: "continue" })).rejects.toMatchObject({ code: "nothing_to_continue" });
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
