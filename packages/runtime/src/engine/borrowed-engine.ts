import { type CancelSignal, type Endpoint, type Engine, KestrelError } from "@kestrel/core";
import type { EngineStatus, ModelSource } from "@kestrel/protocol";
import type { ConnectedEngineSpec, DelegatedEngineSpec, DelegateHost } from "./engine-spec.ts";
import { identifyServer } from "./identify-server.ts";
import { createStatusBoard } from "./status-board.ts";
import { untilSettled } from "./until-settled.ts";

/** Where each host listens unless told otherwise, in the order they are looked for. */
export const delegateAddresses: Readonly<Record<DelegateHost, string>> = {
  "lm-studio": "http://127.0.0.1:1234",
  ollama: "http://127.0.0.1:11434",
  "llama-cpp": "http://127.0.0.1:8080",
};

/** A server at a URL. */
export function createConnectedEngine(spec: ConnectedEngineSpec): Engine {
  return createBorrowedEngine("connect", spec.label, async () => {
    const root = spec.url.replace(/\/+$/, "").replace(/\/v1$/, "");
    if (!URL.canParse(root))
      throw new KestrelError("config_invalid", "not a URL", { key: "url", url: spec.url });
    const found = await identifyServer(root, { apiKey: spec.apiKey });
    if (found?.kind === "closed") throw new KestrelError("auth", `${root} wants a key`, { url: root });
    // A server that hides its model list may still answer: a kind that the user named is believed.
    if (!found && spec.kind === undefined) throw unreachable(root);
    const kind = spec.kind ?? found?.kind ?? "openai";
    return { kind, url: spec.url, ...wishesOf(spec), model: spec.model ?? found?.model };
  });
}

/** A host that runs on this machine. */
export function createDelegatedEngine(
  spec: DelegatedEngineSpec,
  addresses: Readonly<Record<DelegateHost, string>> = delegateAddresses,
): Engine {
  return createBorrowedEngine("delegate", spec.label, async () => {
    const hosts = spec.host ? [spec.host] : (["lm-studio", "ollama", "llama-cpp"] as const);
    const answers = await Promise.all(
      hosts.map(async (host) => {
        const url = spec.url?.replace(/\/+$/, "").replace(/\/v1$/, "") ?? addresses[host];
        return { url, host, found: await identifyServer(url, { apiKey: spec.apiKey }) };
      }),
    );
    const closed = answers.find(({ found }) => found?.kind === "closed");
    if (closed && spec.host) throw new KestrelError("auth", `${closed.url} wants a key`, { url: closed.url });
    const running = answers.find(({ host, found }) => found?.kind === host);
    if (!running) throw unreachable([...new Set(answers.map(({ url }) => url))].join(", "));
    const model = spec.model ?? (running.found?.kind === "closed" ? undefined : running.found?.model);
    // LM Studio and Ollama serve several models; without a name there is nothing to ask.
    if (model === undefined && running.host !== "llama-cpp") {
      throw new KestrelError("no_model", `${running.host} has no model loaded`, {
        host: running.host,
        url: running.url,
      });
    }
    return { kind: running.host, url: running.url, ...wishesOf(spec), model };
  });
}

const wishesOf = ({ apiKey, window, demo, label }: ConnectedEngineSpec | DelegatedEngineSpec) => ({
  apiKey,
  window,
  demo,
  label,
});

const unreachable = (url: string) =>
  new KestrelError("unreachable", `no model server answers at ${url}`, { url });

/** Somebody else's engine: looked for when it is needed, let go on stop. */
function createBorrowedEngine(
  source: ModelSource,
  label: string | undefined,
  find: () => Promise<Endpoint>,
): Engine {
  const board = createStatusBoard({ source, label });
  let endpoint: Endpoint | undefined;
  let wish = 0;

  const look = async (own: number) => {
    const show = (status: EngineStatus) => own === wish && board.show(status);
    show({ state: "starting" });
    try {
      const found = await find();
      if (own === wish) endpoint = found;
      show({ state: "ready", label: found.label ?? found.model });
    } catch (error) {
      const failure =
        error instanceof KestrelError
          ? error
          : new KestrelError("unknown", String(error), {}, { cause: error });
      show({ state: "failed", failure: { code: failure.code, params: failure.params } });
    }
  };

  return {
    status: board.current,
    watch: board.watch,
    async ready(cancel: CancelSignal) {
      const { state } = board.current();
      if (state !== "ready") {
        if (state !== "starting") void look(wish);
        await untilSettled(board, cancel);
      }
      if (!endpoint)
        throw new KestrelError("engine_not_ready", "the engine was let go", { reason: "stopped" });
      return endpoint;
    },
    async stop() {
      wish += 1;
      endpoint = undefined;
      board.show({ state: "stopped" });
    },
  };
}
