import type { SessionEvent } from "../../../packages/protocol/src/index.ts";
import { kestrelRun } from "../built-program.ts";
import { atMost, type Row } from "../row.ts";
import { askInTurn, withDaemon } from "./ask-daemon.ts";
import type { CacheScene } from "./scene.ts";
import { wasteOf } from "./waste-of.ts";

/** Twelve notes, each read in a step of its own; then a thought, then one more call. */
const turns = ["Read the notes from the first on. [[s1]]", "[[think]] then", "[[search]] at last"];

const wastes = (what: string, events: readonly SessionEvent[], most = 0): Row[] => {
  const { wasted, requests, prompt } = wasteOf(events);
  return [
    atMost(
      `wasted prefill, ${what}`,
      wasted,
      most,
      "tokens",
      `${requests} requests, ${prompt} tokens at last`,
    ),
  ];
};

export const turnsInOneProcess: CacheScene = {
  name: "turns-in-one-process",
  measure: (stage) =>
    withDaemon(stage, async (daemon) =>
      wastes("twelve steps and three turns, one process", await askInTurn(daemon, stage, turns)),
    ),
};

/** Each turn is a command of its own; the server outlives them. */
export const turnsInTheirOwn: CacheScene = {
  name: "turns-in-their-own",
  measure: async ({ folder, workspace, url }) => {
    const heard: SessionEvent[] = [];
    for (const [index, text] of turns.entries()) {
      const again = index === 0 ? [] : ["-c"];
      const out = await kestrelRun([...again, "--jsonl", text, "--url", url], folder, { cwd: workspace });
      const lines = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { type: string } & SessionEvent);
      heard.push(...lines.filter(({ type }) => type === "event"));
    }
    return wastes("twelve steps and three turns, one process per turn", heard);
  },
};
