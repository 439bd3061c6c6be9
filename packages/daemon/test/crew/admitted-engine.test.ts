import { type CancelSignal, KestrelError } from "@kestrel/core";
import { stillEngine } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { AdmittedEngine } from "../../src/crew/admitted-engine.ts";

it("waits for no room, and makes nothing, for whoever left while it was looked up whether it may be asked", async () => {
  let looked = () => {};
  let made = 0;
  const engine = new AdmittedEngine({
    always: { source: "self", label: "small" },
    may: () => new Promise((resolve) => (looked = resolve)),
    // There is no room: only whoever leaves ends the wait.
    admit: (cancel) => new Promise((_, reject) => onceAborted(cancel, () => reject(ended))),
    make: async () => {
      made += 1;
      return stillEngine({ state: "ready" });
    },
  });
  const leaving = new AbortController();
  const asked = engine.ready(leaving.signal);
  leaving.abort();
  looked();
  await expect(asked).rejects.toBe(ended);
  expect(made).toBe(0);
  expect(engine.status().state).toBe("stopped");
});

const ended = new KestrelError("engine_not_ready", "the wait was ended", { reason: "cancelled" });

function onceAborted(signal: CancelSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener("abort", then, { once: true });
}
