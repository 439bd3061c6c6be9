import type { Downloads } from "@kestrel/daemon";

const download = {
  ...{ id: "d1", source: "hf:Ada/tiny-GGUF", name: "tiny", state: "paused" as const },
  ...{ received: 1, total: 2, files: 1, verified: true },
};

/** Downloads of which one is paused. */
export function oneDownload(): Downloads {
  return {
    folder: "/home/ada/models",
    engine: { read: async () => ({ state: "idle" }), start: async () => ({ state: "running" }) },
    list: async () => [download],
    start: async (source) => ({ ...download, source }),
    pause: async () => download,
    drop: async () => undefined,
    known: async () => ({ machine: { memory: 8e9, available: 4e9, cores: 2 }, models: [] }),
    remove: async () => 1,
  };
}
