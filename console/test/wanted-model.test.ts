import { expect, it } from "vitest";
import { wantedModel } from "../src/features/loadouts/wanted-model.ts";

const nano = {
  state: "ready",
  label: "kestrel-nano",
  command: ["llama-server", "-m", "/m/nano.gguf"],
} as const;
const url = "http://127.0.0.1:7702/v1";

it("a server, a host or a file that a loadout names is not the model in use, and is loaded where a route can", () => {
  expect(wantedModel({ source: "connect", url, window: 8192 }, nano)).toEqual({
    isInUse: false,
    load: { url, window: 8192 },
  });
  expect(wantedModel({ url, name: "big" }, nano)?.load).toEqual({ url, model: "big" });
  expect(wantedModel({ path: "/m/other.gguf" }, nano)?.load).toEqual({ path: "/m/other.gguf" });
  // A key is its variable's, and a host has no address here: only a start reaches them.
  expect(wantedModel({ url, api_key_env: "KEY" }, nano)).toEqual({ isInUse: false });
  expect(wantedModel({ host: "ollama" }, nano)).toEqual({ isInUse: false });
  expect(wantedModel({ window: 4096 }, nano)).toBeUndefined();
});

it("what is in use already is not offered: the same file, server or host, by the same name", () => {
  const server = { state: "ready", address: "http://127.0.0.1:7702", label: "big" } as const;
  expect(wantedModel({ path: "/m/nano.gguf" }, nano)?.isInUse).toBe(true);
  expect(wantedModel({ url }, server)?.isInUse).toBe(true);
  expect(wantedModel({ url, name: "big" }, server)?.isInUse).toBe(true);
  expect(wantedModel({ url, name: "small" }, server)?.isInUse).toBe(false);
  expect(wantedModel({ url }, { ...server, state: "failed" })?.isInUse).toBe(false);
  expect(wantedModel({ host: "ollama" }, { state: "ready", address: "ollama" })?.isInUse).toBe(true);
});
