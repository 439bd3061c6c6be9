import type { SessionEvent } from "../../../packages/protocol/src/index.ts";
import { atMost, type Row } from "../row.ts";
import { askInSession, newSession, withDaemon } from "./ask-daemon.ts";
import type { CacheScene, Stage } from "./scene.ts";
import { wasteOf } from "./waste-of.ts";

const turns = 4;

/** Two sessions of one daemon take turns; each finds all of its own at every one. */
async function alternate(stage: Stage, what: string): Promise<Row[]> {
  return withDaemon(stage, async (daemon) => {
    const sessions = [await newSession(daemon, stage), await newSession(daemon, stage)];
    const heard: SessionEvent[][] = [[], []];
    for (let turn = 0; turn < turns; turn += 1)
      for (const [index, session] of sessions.entries())
        heard[index] = await askInSession(
          daemon,
          session,
          `${index}: ${`mine ${index} `.repeat(40)} [[search]]`,
        );
    const waste = heard.map(wasteOf);
    const sum = waste.reduce((all, { wasted }) => all + wasted, 0);
    const prompt = Math.max(...waste.map((one) => one.prompt));
    return [
      atMost(
        `wasted prefill, two sessions in turns, ${what}`,
        sum,
        0,
        "tokens",
        `${turns} turns each, ${prompt} tokens at last`,
      ),
    ];
  });
}

export const twoOnOneSlot: CacheScene = {
  name: "two-on-one-slot",
  measure: (stage) => alternate(stage, "one slot"),
};

export const twoOnTwoSlots: CacheScene = {
  name: "two-on-two-slots",
  flags: ["-np", "2", "-c", "16384", "-sps", "0.1", "--no-kv-unified"],
  measure: (stage) => alternate(stage, "two slots"),
};
