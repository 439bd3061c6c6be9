import { KestrelError } from "@kestrel/core";
import type { MemoryBackend } from "../memory-backend.ts";

/** Keeps nothing and finds nothing. */
export const noMemory: MemoryBackend = {
  kind: "none",
  store: async () => {
    throw new KestrelError("memory_unavailable", "memory is off", { reason: "memory_off" });
  },
  recall: async () => [],
  get: async () => undefined,
  list: async () => [],
  forget: async () => false,
  count: async () => 0,
  health: async () => true,
  close: async () => {},
};
