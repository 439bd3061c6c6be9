import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@kestrel/core";
import { emptySession, evolve, readEvent, type SessionState } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";

/**
 * Recorded sessions: `NAME.jsonl` is the log as a daemon wrote it, `NAME.folded.json` what it meant and what the model was
 * sent when it was recorded. A difference means that stored words changed their meaning; that is never right.
 * KESTREL_RECORD_REPLAYS=1 writes the second file for a log that has none yet.
 */
const folder = join(import.meta.dirname, "replays");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => file.slice(0, -".jsonl".length));

function foldedFrom(name: string): SessionState {
  let state = emptySession;
  for (const line of readFileSync(join(folder, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n")) {
    const read = readEvent(line);
    if (read.kind === "damaged") throw new Error(`${name}: ${read.detail}`);
    // A state that somebody may still hold is never written to: a write into a frozen one throws.
    if (read.kind === "event") state = Object.freeze(evolve(state, read.event));
  }
  return state;
}

function written(state: SessionState): string {
  const { timeline, ...rest } = state;
  return `${JSON.stringify({ state: rest, timeline: [...timeline], prompt: render(state) }, null, 1)}\n`;
}

describe("recorded sessions", () => {
  it("are there", () => {
    expect(names.length).toBeGreaterThan(2);
  });

  it.each(names)("%s folds and renders byte for byte as it did", (name) => {
    const file = join(folder, `${name}.folded.json`);
    const now = written(foldedFrom(name));
    if (process.env.KESTREL_RECORD_REPLAYS) writeFileSync(file, now, { flag: "wx" });
    expect(now).toBe(readFileSync(file, "utf8"));
  });
});
