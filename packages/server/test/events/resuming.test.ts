import type { SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { dice } from "../kit/dice.ts";
import { type GivenDaemon, givenDaemon } from "../kit/given-daemon.ts";
import { slowDisk } from "../kit/slow-disk.ts";
import { spokenSession } from "../kit/spoken-session.ts";
import { type Piece, Watcher } from "../kit/watcher.ts";

describe("a client that comes back", () => {
  it("goes on after every position of the log", async () => {
    const { daemon, session } = await givenHistory(30);
    const log = await daemon.logOf(session);
    expect(log.length).toBeGreaterThan(30);
    for (let position = 0; position <= log.length; position++) {
      const watcher = await Watcher.of(daemon.address, { session, lastEventId: String(position) });
      await watcher.seesSnapshot();
      expect(watcher.events).toEqual(log.slice(position));
      expect(watcher.pieces.filter(({ kind }) => kind === "reset")).toEqual([]);
      expect(watcher.pieces.flatMap(({ id }) => id ?? [])).toEqual(
        log.slice(position).map(({ seq }) => String(seq)),
      );
      await watcher.leaves();
    }
  });

  it("believes the header of a browser that reconnects before the address it was opened with", async () => {
    const { daemon, session } = await givenHistory(5);
    const watcher = await Watcher.of(daemon.address, { session, after: 1, lastEventId: "4" });
    await watcher.seesSnapshot();
    expect(watcher.events[0]?.seq).toBe(5);
  });

  it("loses and doubles nothing in hundreds of broken connections while the session goes on", {
    timeout: rounds(120_000, 900_000),
  }, async () => {
    const roll = dice("breaking connections");
    const { backend, daemon, session } = await spokenSession({ archive: slowDisk() });
    await daemon.does(session, { type: "send-message", text: "go" });
    const clients = Array.from({ length: rounds(10, 20) }, async () => {
      const seqs: number[] = [];
      for (let connection = 1; ; connection++) {
        const watcher = await Watcher.of(daemon.address, { session, lastEventId: String(seqs.at(-1) ?? 0) });
        const enough = connection <= rounds(20, 200) ? 1 + roll(60) : Number.POSITIVE_INFINITY;
        await watcher.until(() => watcher.pieces.length >= enough || watcher.pieces.slice(-4).some(isTheEnd));
        await watcher.leaves();
        seqs.push(...watcher.events.map(({ seq }) => seq));
        if (watcher.pieces.some(isTheEnd)) return seqs;
      }
    });
    // Words that were said before the reply is read make one event, however late they are.
    const reader = await Watcher.of(daemon.address, { session });
    backend.says("first ");
    await reader.sees(({ kind, ...piece }) => kind === "frame" && JSON.stringify(piece).includes("first"));
    await reader.leaves();
    for (let word = 0; word < rounds(1_500, 10_000); word++) {
      daemon.clock.ms += 1_001;
      backend.says(`${word} `);
      await new Promise((resolve) => setImmediate(resolve));
    }
    backend.stops();
    const seen = await Promise.all(clients);
    const expected = (await daemon.logOf(session)).map(({ seq }) => seq);
    expect(expected.length).toBeGreaterThan(rounds(1_500, 10_000));
    for (const seqs of seen) expect(seqs).toEqual(expected);
  });
});

describe("a cursor that is not of this log", () => {
  const cursors = ["garbage", "-1", "1.5", "1e3", "0x10", "9223372036854775808", "99999", "NaN", "7,8", " "];

  it.each(cursors)(
    "'%s' in the header makes the client forget, and the log follows whole",
    async (cursor) => {
      const { daemon, session } = await givenHistory(3);
      const watcher = await Watcher.of(daemon.address, { session, lastEventId: cursor });
      expect(watcher.status).toBe(200);
      await watcher.seesSnapshot();
      const own = watcher.pieces.filter(({ kind }) => kind !== "frame");
      if (cursor.trim() !== "") expect(own.shift()).toEqual({ kind: "reset", id: "0" });
      expect(own.map(({ kind }) => kind)).not.toContain("reset");
      expect(watcher.events).toEqual(await daemon.logOf(session));
    },
  );

  it.each(cursors.slice(0, 7))("'%s' in the address does, too", async (cursor) => {
    const { daemon, session } = await givenHistory(3);
    const watcher = await Watcher.of(daemon.address, { session, after: cursor });
    await watcher.seesSnapshot();
    expect(watcher.pieces.find(({ kind }) => kind !== "frame")).toEqual({ kind: "reset", id: "0" });
    expect(watcher.events).toEqual(await daemon.logOf(session));
  });
});

function isTheEnd(piece: Piece | undefined): boolean {
  return piece?.kind === "event" && piece.event.body.type === "turn.ended";
}

async function givenHistory(length: number): Promise<{ daemon: GivenDaemon; session: SessionId }> {
  const daemon = await givenDaemon();
  const session = await daemon.opensSession();
  for (let count = 0; count < length; count++) {
    await daemon.does(session, { type: "set-mode", mode: count % 2 === 0 ? "plan" : "ask" });
  }
  return { daemon, session };
}
