import { says } from "@kestrel/core/testing";
import type { SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";
import { Watcher } from "./kit/watcher.ts";

/** A daemon in which a session leaves memory as soon as it is idle, with one that has been spoken to. */
async function spokenTo() {
  const daemon = await givenDaemon({
    replies: [[says("One.")], [says("Two.")]],
    parts: { unloadAfterMs: 50 },
  });
  const { sessions } = daemon.application;
  const id = await daemon.opensSession();
  await daemon.does(id, { type: "send-message", text: "Count." }, "op-1");
  const unloaded = () => expect.poll(() => sessions.loaded(), { timeout: 10_000 }).toBe(0);
  return { daemon, sessions, id, unloaded };
}

it("a session that nobody looks at leaves memory, and is as it was when somebody asks again", async () => {
  const { daemon, sessions, id, unloaded } = await spokenTo();
  await unloaded();
  const summary = await daemon.summaryOf(id);
  expect(summary).toMatchObject({ id, attention: "idle", turns: 1 });
  expect(sessions.loaded()).toBe(0);
  const before = await daemon.logOf(id);
  expect(before.at(-1)?.body.type).toBe("turn.ended");
  await unloaded();
  // An op that comes twice is done once, also when its session was away in between.
  await daemon.does(id, { type: "send-message", text: "Count." }, "op-1");
  expect(await daemon.logOf(id)).toEqual(before);
  await daemon.does(id, { type: "send-message", text: "Go on." }, "op-2");
  await unloaded();
  expect((await daemon.logOf(id)).filter(({ body }) => body.type === "turn.started")).toHaveLength(2);
});

it("stays while somebody looks at it, and a stream that comes while it leaves misses nothing", async () => {
  const { daemon, sessions, id, unloaded } = await spokenTo();
  const watcher = await Watcher.of(daemon.address, { session: id });
  await watcher.sees((piece) => piece.kind === "event" && piece.event.body.type === "turn.ended");
  const other = await daemon.opensSession();
  await expect.poll(() => sessions.loaded(), { timeout: 10_000 }).toBe(1);
  watcher.leaves();
  await unloaded();
  await asksInTurns(daemon, other);
});

/** Whoever asks just when it leaves waits until it can be opened again. */
async function asksInTurns(daemon: Awaited<ReturnType<typeof givenDaemon>>, id: SessionId): Promise<void> {
  for (let round = 0; round < 40; round++) {
    await daemon.does(id, { type: "set-title", title: `title ${round}` });
    await new Promise((resolve) => setTimeout(resolve, round * 4));
  }
  const titles = (await daemon.logOf(id)).filter(({ body }) => body.type === "session.titled");
  expect(titles).toHaveLength(40);
}
