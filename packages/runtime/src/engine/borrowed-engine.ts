import { setTimeout as sleep } from "node:timers/promises";
import { type CancelSignal, type Endpoint, type Engine, KestrelError } from "@kestrel/core";
import type { ErrorParams } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { isLoopback } from "@kestrel/text";
import { accepts } from "../servers/accepts.ts";
import { chooseModel } from "../servers/choose-model.ts";
import { type Identified, identifyServer } from "../servers/identify-server.ts";
import { withSaid } from "../servers/said-at-connect.ts";
import type { ConnectedEngineSpec, DelegatedEngineSpec, DelegateHost } from "./engine-spec.ts";
import { ObservableStatus } from "./observable-status.ts";
import { untilSettled } from "./until-settled.ts";

/** Default addresses of each host, in search order. */
export const delegateAddresses: Readonly<Record<DelegateHost, string>> = {
  "lm-studio": "http://127.0.0.1:1234",
  ollama: "http://127.0.0.1:11434",
  "llama-cpp": "http://127.0.0.1:8080",
};

/** Milliseconds. A server that the user named may be slow; a closed port fails at once. */
const namedPatienceMs = 15_000;
const loadingPauseMs = 500;

/** A server at a URL. */
export function createConnectedEngine(spec: ConnectedEngineSpec): Engine {
  const { url: address, label = spec.model } = spec;
  const always = { source: "connect", label, address, elsewhere: elsewhereOf(address) } as const;
  return new BorrowedEngine(always, async (stopped) => {
    const root = rootOf(spec.url);
    if (!URL.canParse(root))
      throw new KestrelError("config_invalid", "not a URL", { key: "url", url: spec.url });
    const found = await identified(root, spec, spec.kind, stopped);
    const model = modelAt(found, spec.model, { url: root });
    return withSaid({ kind: found.kind, url: spec.url, ...wishesOf(spec), model }, found.said);
  });
}

/** A host on this machine. */
export function createDelegatedEngine(
  spec: DelegatedEngineSpec,
  addresses: Readonly<Record<DelegateHost, string>> = delegateAddresses,
): Engine {
  const { url, host, label = spec.model } = spec;
  const always = { source: "delegate", label, address: url ?? host, elsewhere: elsewhereOf(url) } as const;
  return new BorrowedEngine(always, async (stopped) => {
    const hosts = spec.host ? [spec.host] : (["lm-studio", "ollama", "llama-cpp"] as const);
    const urls = hosts.map((host) => (spec.url === undefined ? addresses[host] : rootOf(spec.url)));
    const failures: unknown[] = [];
    for (const [at, host] of hosts.entries()) {
      const url = urls[at] ?? addresses[host];
      try {
        const found = await identified(url, spec, spec.host, stopped);
        if (found.kind !== host) continue;
        const model = modelAt(found, spec.model, { host, url });
        return withSaid({ kind: host, url, ...wishesOf(spec), model }, found.said);
      } catch (error) {
        failures.push(error);
      }
    }
    const isAbsent = (error: unknown) => error instanceof KestrelError && error.code === "unreachable";
    throw failures.find((error) => !isAbsent(error)) ?? unreachable([...new Set(urls)].join(", "));
  });
}

/** The server at an address; waits while it loads its model. */
async function identified(
  root: string,
  { apiKey }: { apiKey?: string },
  kind: Endpoint["kind"] | undefined,
  stopped: AbortSignal,
): Promise<Identified> {
  for (;;) {
    const found = await identifyServer(root, { apiKey, kind, patienceMs: namedPatienceMs });
    if ("models" in found) return found;
    switch (found.kind) {
      case "loading":
        await sleep(loadingPauseMs, undefined, { signal: stopped });
        break;
      case "closed":
        throw new KestrelError("auth", `${root} wants a key`, { url: root });
      case "strange":
        throw new KestrelError("no_model_server", `no model server is at ${root}`, { url: root });
      case "silent":
        throw new KestrelError("timeout", `${root} does not answer in time`, { url: root });
      case "absent":
        throw unreachable(root);
      default:
        found satisfies never;
    }
  }
}

/** LM Studio and Ollama serve several models and need a model name. */
function modelAt(
  { kind, models }: Identified,
  wanted: string | undefined,
  where: ErrorParams,
): string | undefined {
  const model = chooseModel(models, wanted, where);
  if (model === undefined && (kind === "ollama" || kind === "lm-studio"))
    throw new KestrelError("no_model", `${kind} has no model`, where);
  return model;
}

const rootOf = (url: string) => url.replace(/\/+$/, "").replace(/\/v1$/, "");

const elsewhereOf = (url: string | undefined) => (url === undefined || isLoopback(url) ? undefined : url);

const wishesOf = ({ apiKey, window, label }: ConnectedEngineSpec | DelegatedEngineSpec) => ({
  apiKey,
  window,
  label,
});

const unreachable = (url: string) => new KestrelError("unreachable", `nobody listens at ${url}`, { url });

/** An engine that Kestrel did not start. It is searched on demand and only disconnected on stop. */
class BorrowedEngine implements Engine {
  readonly #observed: ObservableStatus;
  readonly #find: (stopped: AbortSignal) => Promise<Endpoint>;
  #endpoint: Endpoint | undefined;
  /** Aborted when the engine is no longer wanted. */
  #wish = new AbortController();
  #checking: Promise<void> | undefined;

  constructor(always: Partial<EngineStatus>, find: (stopped: AbortSignal) => Promise<Endpoint>) {
    this.#observed = new ObservableStatus(always);
    this.#find = find;
  }

  status(): EngineStatus {
    return this.#observed.current();
  }

  watch(listener: (status: EngineStatus) => void): () => void {
    return this.#observed.watch(listener);
  }

  async ready(cancel: CancelSignal): Promise<Endpoint> {
    const { state } = this.status();
    if (state !== "ready") {
      if (state !== "starting") void this.#look(this.#wish.signal);
      await untilSettled(this.#observed, cancel);
    }
    if (!this.#endpoint)
      throw new KestrelError("engine_not_ready", "the engine was let go", { reason: "stopped" });
    return this.#endpoint;
  }

  async stop(): Promise<void> {
    this.#wish.abort();
    this.#wish = new AbortController();
    this.#endpoint = undefined;
    this.#observed.show({ state: "stopped" });
  }

  check(): Promise<void> {
    this.#checking ??= this.#checked().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Opens a connection without a request: servers do not log it, and busy ones accept it as well. */
  async #checked(): Promise<void> {
    const before = this.status();
    const away = before.state === "failed" && before.failure?.code === "unreachable";
    if (before.state !== "ready" && !away) return;
    // A host with several default addresses was searched at each of them.
    const urls = String(this.#endpoint?.url ?? before.failure?.params.url).split(", ");
    const listens = (await Promise.all(urls.map(accepts))).includes(true);
    // The status changed meanwhile: the engine was requested or released.
    if (this.status() !== before || listens === !away) return;
    if (listens) return this.#look(this.#wish.signal);
    this.#endpoint = undefined;
    const [url = ""] = urls;
    this.#fail(unreachable(url), before.label);
  }

  async #look(stopped: AbortSignal): Promise<void> {
    const { label } = this.status();
    this.#observed.show({ state: "starting", label });
    try {
      const found = await this.#find(stopped);
      if (stopped.aborted) return;
      this.#endpoint = found;
      this.#observed.show({ state: "ready", label: found.label ?? found.model ?? label });
    } catch (error) {
      if (stopped.aborted) return;
      this.#fail(error, label);
    }
  }

  /** Keeps the model's name, which users know, whatever happened to its server. */
  #fail(error: unknown, label: string | undefined): void {
    const { code, params } =
      error instanceof KestrelError
        ? error
        : new KestrelError("unknown", String(error), {}, { cause: error });
    const named = code === "unreachable" && label !== undefined ? { ...params, model: label } : params;
    this.#observed.show({ state: "failed", label, failure: { code, params: named } });
  }
}
