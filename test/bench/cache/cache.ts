import { join } from "node:path";
import { testEngine } from "../../machine.ts";
import { writeScriptedModel } from "../../models/scripted-model.ts";
import { standardScripts } from "../../models/standard-scripts.ts";
import { withFolder } from "../built-program.ts";
import { notMeasured, type Row } from "../row.ts";
import { compactedTurn, outgrownWindow } from "./outgrown-window.ts";
import { restarts } from "./restarts.ts";
import { type CacheScene, play } from "./scene.ts";
import { turnsInOneProcess, turnsInTheirOwn } from "./tool-session.ts";
import { twoOnOneSlot, twoOnTwoSlots } from "./two-sessions.ts";
import { typedDraft } from "./typed-draft.ts";

const scenes: readonly CacheScene[] = [
  turnsInOneProcess,
  turnsInTheirOwn,
  outgrownWindow,
  compactedTurn,
  twoOnOneSlot,
  twoOnTwoSlots,
  restarts,
  typedDraft,
];

/** What the server's cache spared and what it did not, on real llama-servers, by their own counters. */
export async function measureCache(): Promise<Row[]> {
  const engine = testEngine;
  if (engine === undefined) return [notMeasured("the cache", "needs a llama-server")];
  return withFolder(async (folder) => {
    const model = join(folder, "scripted.gguf");
    await writeScriptedModel(model, standardScripts);
    const rows: Row[] = [];
    for (const scene of scenes) rows.push(...(await play(scene, engine, model, folder)));
    return rows;
  });
}
