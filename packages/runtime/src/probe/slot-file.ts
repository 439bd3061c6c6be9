import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Endpoint } from "@kestrel/core";
import type { SlotCount } from "@kestrel/protocol/api";
import { askServer, readJson } from "../servers/ask-server.ts";
import { field } from "../servers/json-fields.ts";
import { rootOf } from "./model-identity.ts";

/** The one slot of an engine of ours, taken to a file and back. */
export type SlotFile = {
  /**
   * Saves it, erases it, restores it and removes the file. `refused` when the server cannot; undefined when it was cut
   * short, also because the engine came into use.
   */
  roundTrip(): Promise<Pick<SlotCount, "saved" | "restored"> | "refused" | undefined>;
};

const stepMs = 5000;
const fileName = "probe.slot";

/** Undefined where slots cannot be saved to a folder of ours. `isFree` is asked before each step. */
export function slotFile(endpoint: Endpoint, isFree: () => boolean): SlotFile | undefined {
  const { slotFolder, apiKey } = endpoint;
  if (slotFolder === undefined) return undefined;
  const step = async (action: "save" | "erase" | "restore", counted: string) => {
    if (!isFree()) return undefined;
    const url = `${rootOf(endpoint)}/slots/0?action=${action}`;
    const answer = await askServer(url, { apiKey, patienceMs: stepMs, body: { filename: fileName } });
    if (!answer) return undefined;
    const tokens = field(readJson(answer), counted);
    return typeof tokens === "number" ? tokens : ("refused" as const);
  };
  return {
    async roundTrip() {
      try {
        const saved = await step("save", "n_saved");
        if (typeof saved !== "number") return saved;
        const erased = await step("erase", "n_erased");
        if (typeof erased !== "number") return erased;
        const restored = await step("restore", "n_restored");
        return typeof restored === "number" ? { saved, restored } : restored;
      } finally {
        await rm(join(slotFolder, fileName), { force: true });
      }
    },
  };
}
