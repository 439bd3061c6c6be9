import {
  type CancelSignal,
  type Endpoint,
  KestrelError,
  type ModelBackend,
  type ReplyChunk,
  type ReplyRequest,
  untilCancelled,
} from "@kestrel/core";
import { reportUnexpected } from "@kestrel/diagnostics";
import type { ErrorCode, Failure, Prompt, SessionId } from "@kestrel/protocol";
import type { ModelFacts } from "@kestrel/protocol/api";
import type { BackendSettings } from "./backend-settings.ts";
import { createBackend } from "./create-backend.ts";
import { whenCancelled } from "./when-cancelled.ts";

/** An engine that runs answers sooner than this; only waiting that people would notice is reported. Milliseconds. */
const unnoticed = 50;

/**
 * A backend whose server may have to be started first. `getEndpoint` resolves when it answers; facts about the server are kept as
 * long as it returns the same object. While the server starts, a reply reports the phase `loading`; when the start fails, the reply
 * is `failed` with the engine's own code. Settings that depend on the server are read once for each endpoint.
 */
export function backendForEngine(
  getEndpoint: (cancel: CancelSignal) => Promise<Endpoint>,
  settings: SettingsOfEndpoint = {},
): ModelBackend {
  return new EngineBackend(getEndpoint, settings);
}

type SettingsOfEndpoint = BackendSettings | ((endpoint: Endpoint) => Promise<BackendSettings>);

class EngineBackend implements ModelBackend {
  readonly #getEndpoint: (cancel: CancelSignal) => Promise<Endpoint>;
  readonly #settings: SettingsOfEndpoint;
  readonly #backends = new WeakMap<Endpoint, Promise<ModelBackend>>();
  readonly #whose = new WeakMap<ModelBackend, Endpoint>();
  readonly #asked = new WeakMap<ModelBackend, Promise<ModelFacts>>();
  #speaking: ModelBackend | undefined;

  constructor(getEndpoint: (cancel: CancelSignal) => Promise<Endpoint>, settings: SettingsOfEndpoint) {
    this.#getEndpoint = getEndpoint;
    this.#settings = settings;
  }

  /** Concurrent callers share one request. */
  async facts(): Promise<ModelFacts> {
    const backend = await this.#started();
    const facts = this.#asked.get(backend) ?? backend.facts().finally(() => this.#asked.delete(backend));
    this.#asked.set(backend, facts);
    return facts;
  }

  async countTokens(prompt: Prompt): Promise<number | undefined> {
    return (await this.#started()).countTokens(prompt);
  }

  async prefill(...[prompt, whose, cancel]: Parameters<NonNullable<ModelBackend["prefill"]>>) {
    try {
      return await (await this.#started(cancel)).prefill?.(prompt, whose, cancel);
    } catch (error) {
      reportUnexpected("prefill", error);
      return undefined;
    }
  }

  async countTexts(texts: readonly string[]): Promise<readonly number[] | undefined> {
    return (await this.#started()).countTexts?.(texts);
  }

  async renderPrompt(prompt: Prompt): Promise<string | undefined> {
    return (await this.#started()).renderPrompt?.(prompt);
  }

  async lend(...[request, cancel]: Parameters<NonNullable<ModelBackend["lend"]>>) {
    return (await this.#started(cancel)).lend?.(request, cancel);
  }

  release(session: SessionId): void {
    this.#speaking?.release?.(session);
  }

  async endReasoning(): Promise<boolean> {
    return (await this.#speaking?.endReasoning?.()) ?? false;
  }

  async *reply(prompt: Prompt, request: ReplyRequest, cancel: CancelSignal): AsyncGenerator<ReplyChunk> {
    const cancelled = whenCancelled(cancel);
    const started = settled(() => this.#started(cancel));
    try {
      const early = await untilCancelled(
        Promise.race([started, cancelled.happens]),
        AbortSignal.timeout(unnoticed),
      );
      if (!early) yield { kind: "progress", progress: { phase: "loading" } };
      const outcome = early ?? (await Promise.race([started, cancelled.happens]));
      if (cancel.aborted || outcome === "cancelled") return;
      if ("failed" in outcome) yield failedToStart(outcome.failed);
      else {
        this.#speaking = outcome.value;
        const whose = this.#whose.get(outcome.value);
        for await (const chunk of outcome.value.reply(prompt, request, cancel))
          yield chunk.kind === "failed" ? { ...chunk, failure: namedIn(chunk.failure, whose) } : chunk;
      }
    } finally {
      cancelled.forget();
    }
  }

  async #started(cancel: CancelSignal = new AbortController().signal): Promise<ModelBackend> {
    const endpoint = await this.#getEndpoint(cancel);
    const backend = this.#backends.get(endpoint) ?? this.#make(endpoint);
    this.#backends.set(endpoint, backend);
    const made = await backend;
    this.#whose.set(made, endpoint);
    return made;
  }

  async #make(endpoint: Endpoint): Promise<ModelBackend> {
    const settings = this.#settings;
    return createBackend(endpoint, typeof settings === "function" ? await settings(endpoint) : settings);
  }
}

/** Adds the names by which a user knows both ends to a connection failure. An engine of ours has no address of theirs. */
function namedIn(failure: Failure, endpoint: Endpoint | undefined): Failure {
  if (!endpoint || endpoint.own || !betweenUs.has(failure.code)) return failure;
  const { url, label, model = label } = endpoint;
  return { ...failure, params: { url, ...(model !== undefined && { model }), ...failure.params } };
}

const betweenUs: ReadonlySet<ErrorCode> = new Set(["unreachable", "connection_lost", "timeout"]);

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
