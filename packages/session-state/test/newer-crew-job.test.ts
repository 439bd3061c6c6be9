import { jobKindOf } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { emptySession, evolve, readEvent } from "../src/index.ts";

const line = (over: object) =>
  readEvent(
    JSON.stringify({
      ...{ v: 1, seq: 7, at: "2026-11-23T00:00:00.000Z" },
      body: {
        ...{ type: "crew.job", job: "k1", kind: "title", role: "copilot", model: "small" },
        ...{ outcome: "done", used: true, durationMs: 1 },
        ...over,
      },
    }),
  );

it("a kind of work that only a newer Kestrel knows is kept, and spoken of as unknown", () => {
  const read = line({ kind: "translation" });
  expect(read).toMatchObject({ kind: "event", event: { body: { kind: "translation" } } });
  expect(["translation", "constructor", "title"].map(jobKindOf)).toEqual(["unknown", "unknown", "title"]);
});

it("a role or an outcome of a newer Kestrel is passed over; what is broken stays damage", () => {
  expect(line({ kind: "translation", role: "translator" })).toMatchObject({ kind: "newer", seq: 7 });
  expect(line({ outcome: "postponed" })).toMatchObject({ kind: "newer", seq: 7 });
  expect(line({ durationMs: -1 })).toMatchObject({ kind: "damaged" });
  expect(line({ outcome: "postponed", model: 7 })).toMatchObject({ kind: "damaged" });
});

it("a word that only a newer Kestrel knows is no reason to pass over a line that decides something", () => {
  const told = (body: object) =>
    readEvent(JSON.stringify({ v: 1, seq: 7, at: "2026-11-23T00:00:00.000Z", body })).kind;
  expect(told({ type: "mode.set", mode: "ask" })).toBe("event");
  expect(told({ type: "mode.set", mode: "careful" })).toBe("damaged");
  expect(told({ type: "mode.narrowed", mode: "careful" })).toBe("newer");
});

it("a time that no work takes is told as one that fits a line", () => {
  const read = line({ durationMs: 1e308 });
  const state = read.kind === "event" ? evolve(emptySession, read.event) : emptySession;
  expect([...(state.crewJobs ?? [])]).toMatchObject([{ durationMs: Number.MAX_SAFE_INTEGER }]);
});
