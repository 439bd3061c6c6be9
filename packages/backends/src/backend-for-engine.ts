import {
  type CancelSignal,
  type Endpoint,
  KestrelError,
  type ModelBackend,
  type ReplyChunk,
} from "@kestrel/core";
import type { ModelFacts } from "@kestrel/protocol";
import type { BackendSettings } from "./backend-settings.ts";
import { createBackend } from "./create-backend.ts";
import { whenCancelled } from "./when-cancelled.ts";

/** An engine that runs answers sooner than this; only waiting that people would notice is reported. Milliseconds. */
const unnoticed = 50;

/**
 * A backend whose server may have to be started first. `getEndpoint` resolves when it answers; as long as it gives the
 * same object, what was learned about that server is kept. While it starts, a reply reports the phase `loading`; when it
 * does not start, the reply is `failed` with the engine's own code. Settings that depend on the server are asked for once
 * for each endpoint.
 */
export function backendForEngine(
  getEndpoint: (cancel: CancelSignal) => Promise<Endpoint>,
  settings: BackendSettings | ((endpoint: Endpoint) => Promise<BackendSettings>) = {},
): ModelBackend {
  const backends = new WeakMap<Endpoint, Promise<ModelBackend>>();
  const make = async (endpoint: Endpoint) =>
    createBackend(endpoint, typeof settings === "function" ? await settings(endpoint) : settings);
  const backendAt = (endpoint: Endpoint) => {
    const backend = backends.get(endpoint) ?? make(endpoint);
    backends.set(endpoint, backend);
    return backend;
  };
  const asked = new WeakMap<ModelBackend, Promise<ModelFacts>>();
  /** Who asks while another one waits for the same answer gets that one. */
  const factsOf = (backend: ModelBackend) => {
    const facts = asked.get(backend) ?? backend.facts().finally(() => asked.delete(backend));
    asked.set(backend, facts);
    return facts;
  };
  let speaking: ModelBackend | undefined;
  const started = async () => backendAt(await getEndpoint(new AbortController().signal));
  return {
    facts: async () => factsOf(await started()),
    countTokens: async (prompt) => (await started()).countTokens(prompt),
    endReasoning: async () => (await speaking?.endReasoning?.()) ?? false,
    async *reply(prompt, request, cancel) {
      const cancelled = whenCancelled(cancel);
      const backend = settled(async () => backendAt(await getEndpoint(cancel)));
      try {
        const early = await Promise.race([backend, cancelled.happens, after(unnoticed)]);
        if (!early) yield { kind: "progress", progress: { phase: "loading" } };
        const outcome = early ?? (await Promise.race([backend, cancelled.happens]));
        if (cancel.aborted || outcome === "cancelled") return;
        if ("failed" in outcome) yield failedToStart(outcome.failed);
        else {
          speaking = outcome.value;
          yield* speaking.reply(prompt, request, cancel);
        }
      } finally {
        cancelled.forget();
      }
    },
  };
}

async function settled<Value>(work: () => Promise<Value>): Promise<{ value: Value } | { failed: unknown }> {
  try {
    return { value: await work() };
  } catch (failed) {
    return { failed };
  }
}

function failedToStart(cause: unknown): ReplyChunk {
  const error = cause instanceof KestrelError ? cause : new KestrelError("unknown", String(cause));
  return { kind: "failed", failure: { code: error.code, params: error.params }, detail: error.message };
}

function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}
