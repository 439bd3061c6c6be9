import { describe, expect, it } from "vitest";
import { dice } from "../kit/dice.ts";
import { givenDaemon } from "../kit/given-daemon.ts";
import { heard } from "../kit/heard.ts";
import { slowDisk } from "../kit/slow-disk.ts";
import { spokenSession } from "../kit/spoken-session.ts";
import { watchedSession } from "../kit/watched-session.ts";
import { type Piece, Watcher } from "../kit/watcher.ts";

/** Text with characters of one and of two UTF-16 units. */
const story = Array.from(
  { length: 14 },
  (_, hour) => `${hour} Uhr 🪶: über ${hour * 31} m, der Turmfalke 隼. `,
).join("");

describe("a client that comes in the middle of a reply", () => {
  it("gets the log, one snapshot, then what is said from then on", async () => {
    const { backend, daemon, session, watcher: early } = await watchedSession();
    await daemon.does(session, { type: "send-message", text: "tell" });
    backend.thinks("Let me ");
    daemon.clock.ms += 2_000;
    backend.says("One, ");
    backend.says("two, ");
    await early.sees(saying("two, "));

    const late = await Watcher.of(daemon.address, { session });
    await late.seesSnapshot();
    const order = late.pieces.map((piece) => (piece.kind === "frame" ? piece.frame.type : piece.kind));
    expect(order.filter((kind) => kind !== "engine" && kind !== "session-changed")).toEqual([
      ...Array(late.events.length).fill("event"),
      "snapshot",
    ]);
    expect(late.events.map(({ body }) => body.type)).toContain("reply.reasoning");
    backend.says("three.");
    backend.stops();
    await late.seesEvent("turn.ended");
    await early.seesEvent("turn.ended");
    expect(late.frames.filter(({ type }) => type === "snapshot")).toHaveLength(1);
    for (const watcher of [early, late]) {
      expect([...heard(watcher.pieces).values()]).toEqual([
        { reasoning: "Let me ", text: "One, two, three." },
      ]);
    }
    expect(late.events).toEqual(await daemon.logOf(session));
  });

  it("can put the text together exactly once, whenever it comes", async () => {
    const roll = dice("connecting at random");
    const { backend, daemon, session } = await spokenSession({ archive: slowDisk() });
    await daemon.does(session, { type: "send-message", text: "tell" });
    const watchers: Promise<Watcher>[] = [Watcher.of(daemon.address, { session })];
    for (let at = 0; at < story.length; ) {
      const length = 1 + roll(9);
      backend.says(story.slice(at, at + length));
      at += length;
      if (roll(4) === 0) daemon.clock.ms += 1_100;
      if (roll(6) === 0 && watchers.length < 40) watchers.push(Watcher.of(daemon.address, { session }));
      if (roll(3) === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    backend.stops();
    for (const watcher of await Promise.all(watchers)) {
      await watcher.seesEvent("turn.ended");
      expect([...heard(watcher.pieces).values()].map(({ text }) => text)).toEqual([story]);
      expect(watcher.events).toEqual(await daemon.logOf(session));
    }
  });

  it("sees the same transcript as the tab beside it", async () => {
    const { backend, daemon, session } = await spokenSession();
    const tabs = await Promise.all([1, 2].map(() => Watcher.of(daemon.address, { session })));
    await Promise.all(tabs.map((tab) => tab.seesSnapshot()));
    await daemon.does(session, { type: "send-message", text: "tell" });
    for (const word of story.split(" ")) backend.says(`${word} `);
    backend.stops();
    await Promise.all(tabs.map((tab) => tab.seesEvent("turn.ended")));
    const [one, other] = tabs.map(({ pieces }) => pieces.filter(ofTheSession));
    expect(one).toEqual(other);
    expect(one?.length).toBeGreaterThan(100);
  });
});

describe("a client without a session", () => {
  it("hears of the engine and of sessions that come, change and go, and of nothing else", async () => {
    const daemon = await givenDaemon();
    const watcher = await Watcher.of(daemon.address);
    await watcher.sees((piece) => piece.kind === "frame" && piece.frame.type === "engine");
    daemon.engine.becomes({ state: "crashed" });
    const session = await daemon.opensSession();
    await daemon.does(session, { type: "set-mode", mode: "plan" });
    await daemon.client.call("removeSession", { params: { id: session }, body: {} });
    await watcher.sees((piece) => piece.kind === "frame" && piece.frame.type === "session-removed");
    expect(watcher.frames.map(({ type }) => type)).toEqual([
      "engine",
      "engine",
      "session-changed",
      "session-changed",
      "session-removed",
    ]);
    expect(watcher.events).toEqual([]);
  });
});

const saying = (delta: string) => (piece: Piece) =>
  piece.kind === "frame" && piece.frame.type === "text" && piece.frame.delta === delta;

/** News about all sessions may fall between the session's own at another place in each stream. */
function ofTheSession(piece: Piece): boolean {
  return (
    piece.kind !== "frame" || !["engine", "session-changed", "session-removed"].includes(piece.frame.type)
  );
}
