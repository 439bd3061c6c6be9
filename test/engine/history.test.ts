import type { SessionEvent, Usage } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession, type TestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";

/** What one request was announced to find in the cache, and what the server counted. */
type Read = { announced?: number } & Pick<Usage, "prompt" | "cached" | "generated">;

function reads(events: readonly SessionEvent[]): Read[] {
  const announced = bodiesOf(events, "request.sent").map(({ expectedReuse }) => expectedReuse);
  return bodiesOf(events, "reply.completed").map(({ usage }, at) => ({
    announced: announced[at],
    prompt: usage?.prompt,
    cached: usage?.cached,
    generated: usage?.generated,
  }));
}

/** The first request that an op makes, with every token of the earlier ones that it may use. */
async function firstAfter(session: TestSession, asks: () => Promise<unknown>): Promise<Required<Read>> {
  const from = session.lastSeq();
  await asks();
  await session.until("turn.ended", from);
  const [first] = reads(session.events.filter(({ seq }) => seq > from));
  return first as Required<Read>;
}

const messages = ({ events }: TestSession) => bodiesOf(events, "turn.started");

describe.skipIf(testEngine === undefined)("going back, on a real llama-server", () => {
  it("reads again only what is not shared: asked once more, put otherwise, forked", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
    const session = await openTestSession(daemon);
    for (const words of ["[[markdown]] first", "[[read]] second", "[[think]] third"])
      await session.turn(words);
    const before = reads(session.events);
    expect(before).toHaveLength(4);
    const [one, , , third] = before as Required<Read>[];
    const turn = (place: number) => messages(session)[place]?.turnId ?? "none";

    // The very same prompt: all of it is in the cache but for the token a server always reads.
    const again = await firstAfter(session, () =>
      session.send({ type: "rewind", turn: turn(2), again: true }),
    );
    expect(again.prompt).toBe(third?.prompt);
    expect(again.cached).toBeGreaterThanOrEqual(again.announced);

    // Everything before the second message is shared: the first prompt and its answer.
    const edited = await firstAfter(session, () =>
      session.send({ type: "rewind", turn: turn(1), text: "[[plain]] otherwise" }),
    );
    expect(edited.announced).toBe((one?.prompt ?? 0) + (one?.generated ?? 0) - 1);
    expect(edited.cached).toBeGreaterThanOrEqual(edited.announced);

    // A fork has the whole conversation in common with the session it is of.
    const { session: made } = await daemon.client.call("forkSession", {
      params: { id: session.id },
      body: {},
    });
    const fork = followTestSession(daemon, made.id);
    const last = messages(session).at(-1)?.turnId;
    await fork.until("turn.ended", 0, ({ turnId }) => turnId === last);
    const forked = await firstAfter(fork, () =>
      fork.send({ type: "send-message", text: "[[plain]] elsewhere" }),
    );
    expect(forked.announced).toBe(edited.prompt + edited.generated - 1);
    expect(forked.cached).toBeGreaterThanOrEqual(forked.announced);
    for (const { events } of [session, fork]) expect(bodiesOf(events, "cache.missed")).toEqual([]);
  });
});
