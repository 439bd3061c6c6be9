import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Endpoint } from "@kestrel/core";
import type { SlotCount } from "@kestrel/protocol/api";
import { askServer, readJson } from "../servers/ask-server.ts";
import { field } from "../servers/json-fields.ts";
import { rootOf } from "./model-identity.ts";

/** The one slot of Kestrel's own engine, saved to a file and restored. */
export type SlotFile = {
  /**
   * Saves the slot, erases it, restores it and removes the file. `refused` when the server cannot; undefined when it was cut short, also
   * because the engine came into use.
   */
  roundTrip(): Promise<Pick<SlotCount, "saved" | "restored"> | "refused" | undefined>;
};

const stepMs = 5000;
const fileName = "probe.slot";

/** Undefined when slots cannot be saved to Kestrel's folder. `isFree` is called before each step. */
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
