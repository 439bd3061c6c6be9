import { KestrelError, type ReplyChunk } from "@kestrel/core";
import { callsTool, fails, fakeTool, givenSession, says, stillHost } from "@kestrel/core/testing";
import type { Frame } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });

/** A host whose clock goes on by what is waited, and at once. */
function quickHost() {
  const still = stillHost();
  let now = 0;
  const pauses: number[] = [];
  const wait: typeof still.wait = async (ms, cancel) => {
    if (ms > 4_000) return still.wait(ms, cancel);
    await new Promise(setImmediate);
    // The ticks in which the waiting is told pass beside the pauses.
    if (ms === 1_000) return;
    pauses.push(ms);
    now += ms;
  };
  return { host: { ...still, now: () => now, wait }, pauses };
}

describe("an outage in the middle of a turn", () => {
  it("takes back what was said, waits for the server and asks the same again", async () => {
    const session = await givenSession({
      tools: [read],
      replies: [
        [callsTool("read", { path: "a" })],
        [says("Half an ans"), fails("engine_died")],
        [says("The whole answer.")],
      ],
    });
    await session.says("hello");
    const [, lost, again] = session.backend.prompts;
    expect(again).toEqual(lost);
    expect(session.bodies("reply.completed").map(({ text, failure }) => [text, failure?.code])).toEqual([
      [undefined, undefined],
      ["", "engine_died"],
      [undefined, undefined],
    ]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    await session.says("And now?");
    expect(JSON.stringify(session.backend.prompts.at(-1))).not.toContain("Half");
  });

  it("is waited out for a minute and more, with pauses that grow, and told in seconds with its reason", async () => {
    const { host, pauses } = quickHost();
    const session = await givenSession({ host, replies: [[fails("unreachable")], [fails("unreachable")]] });
    const frames: Frame[] = [];
    session.session.watch((news) => {
      if (news.kind === "frame") frames.push(news.frame);
    });
    const known = session.backend.facts.bind(session.backend);
    let asked = 0;
    session.backend.facts = async () => {
      if (asked++ === 0) return known();
      throw new KestrelError("unreachable", "nobody there");
    };
    await session.says("hello");
    expect(session.bodies("turn.ended")).toMatchObject([{ failure: { code: "unreachable" } }]);
    expect(host.now()).toBeGreaterThanOrEqual(60_000);
    expect(pauses.slice(0, 5)).toEqual([250, 500, 2_000, 4_000, 4_000]);
    const told = frames.flatMap((frame) => (frame.type === "progress" ? [frame.progress] : []));
    expect(told[0]).toMatchObject({ phase: "outage", outage: "unreachable", elapsedMs: 0 });
  });

  it("that turns requests down for ever is told in its own words, and ends in them", async () => {
    const { host } = quickHost();
    const refused: ReplyChunk = {
      kind: "failed",
      failure: { code: "busy", params: { status: 503, detail: "upstream is not ready" } },
      detail: "upstream is not ready",
    };
    const session = await givenSession({ host, replies: Array.from({ length: 20 }, () => [refused]) });
    const told = new Set<string>();
    session.session.watch((news) => {
      if (news.kind !== "frame" || news.frame.type !== "progress") return;
      const { phase, outage, said } = news.frame.progress;
      told.add(`${phase} ${outage}: ${said}`);
    });
    await session.says("hello");
    expect([...told]).toEqual(["outage busy: upstream is not ready"]);
    expect(session.backend.prompts).toHaveLength(7);
    const { failure } = refused;
    expect(session.bodies("turn.ended")).toMatchObject([{ failure }]);
  });

  it("that names a time was waited for already", async () => {
    const failure = { code: "busy" as const, params: { status: 429, retry_after: 86_400 } };
    const refused: ReplyChunk = { kind: "failed", failure, detail: "slow down" };
    const session = await givenSession({ replies: Array.from({ length: 20 }, () => [refused]) });
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(3);
  });

  it("that names long times is not asked again once a minute of them was waited for", async () => {
    const { host } = quickHost();
    const failure = { code: "busy" as const, params: { status: 503, retry_after: 120 } };
    const refused: ReplyChunk = { kind: "failed", failure, detail: "later" };
    const session = await givenSession({ host, replies: [1, 2, 3].map(() => [refused]) });
    const reply = session.backend.reply.bind(session.backend);
    // The backend itself waits as long as the server asked.
    session.backend.reply = async function* (...asked) {
      for (let waited = 0; waited < 15; waited++) await host.wait(4_000, asked[2]);
      yield* reply(...asked);
    };
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(1);
    expect(session.bodies("turn.ended")).toMatchObject([{ failure: { code: "busy" } }]);
  });

  it("of a server that was down when the message came is waited out as well, and the turn goes on by itself", async () => {
    const { host } = quickHost();
    const session = await givenSession({ host, replies: [[fails("unreachable")], [says("Here I am.")]] });
    const known = session.backend.facts.bind(session.backend);
    session.backend.facts = async () => {
      if (host.now() > 20_000) return known();
      throw new KestrelError("unreachable", "nobody there");
    };
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(2);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    // Who answered is known although nobody could tell when the turn began.
    const { label } = await known();
    expect(session.bodies("request.sent").map(({ model }) => model)).toEqual([undefined, label]);
  });

  it("ends when the person stops the turn", async () => {
    const { host } = quickHost();
    const session = await givenSession({ host, replies: [[says("Half"), fails("connection_lost")], []] });
    const known = session.backend.facts.bind(session.backend);
    let asked = 0;
    session.backend.facts = () => (asked++ === 0 ? known() : new Promise(() => {}));
    await session.does({ type: "send-message", text: "hello" });
    await session.until("reply.completed");
    await session.does({ type: "cancel" });
    await session.session.settled();
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "cancelled" }]);
  });

  it("that comes again at each request ends the turn in the end", async () => {
    const session = await givenSession({ replies: Array.from({ length: 20 }, () => [fails("engine_died")]) });
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(7);
    expect(session.bodies("turn.ended")).toMatchObject([{ failure: { code: "engine_died" } }]);
  });
});
