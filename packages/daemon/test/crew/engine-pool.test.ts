import type { Engine } from "@kestrel/core";
import type { EngineStatus } from "@kestrel/protocol/api";
import { expect, it } from "vitest";
import { EnginePool } from "../../src/crew/engine-pool.ts";

const gib = 2 ** 30;

/** An engine that somebody else starts, by saying so. */
function engineThatSays(first: EngineStatus["state"]) {
  let status: EngineStatus = { state: first, source: "self" };
  const heard = new Set<(status: EngineStatus) => void>();
  const engine: Engine = {
    status: () => status,
    ready: () => Promise.reject(new Error("nobody asks it")),
    stop: async () => says("stopped"),
    watch: (listener) => {
      heard.add(listener);
      listener(status);
      return () => heard.delete(listener);
    },
  };
  const says = (state: EngineStatus["state"]) => {
    status = { ...status, state };
    for (const listener of heard) listener(status);
  };
  return { engine, says };
}

const never = new AbortController().signal;

it("memory that was granted to a start which nobody wants any more is free for another", async () => {
  const pool = new EnginePool({
    lead: engineThatSays("ready").engine,
    leadNeed: async () => ({ weights: 0, rest: 0 }),
    available: () => 4 * gib,
    now: () => 0,
    lookEveryMs: 60_000,
  });
  const [one, other] = [engineThatSays("stopped"), engineThatSays("stopped")];
  pool.add("one", one.engine, async () => ({ weights: 3 * gib, rest: 0 }));
  pool.add("other", other.engine, async () => ({ weights: 3 * gib, rest: 0 }));
  const wanted = new AbortController();
  await pool.admit("one", wanted.signal);
  const admitted = pool.admit("other", never);
  await expect.poll(() => pool.waits("other")).toBe(true);
  wanted.abort();
  await admitted;
  expect(pool.waits("other")).toBe(false);
  await pool.close();
});
