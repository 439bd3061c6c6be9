import type { EngineStatus } from "@kestrel/protocol/api";
import type { CancelSignal } from "./cancel-signal.ts";

/** Where a model answers. `apiKey` never appears in events, logs or answers. */
export type Endpoint = {
  kind: "llama-cpp" | "openai" | "lm-studio" | "ollama";
  url: string;
  apiKey?: string;
  /** Kestrel started it: when it disappears during an answer, the engine died; otherwise the connection was lost. */
  own?: true;
  /** The model's name at a server that has several. */
  model?: string;
  /** Tokens to request if the server sizes the window by request. */
  window?: number;
  /** Facts the server does not report: vision, a CPU build. */
  vision?: boolean;
  cpuEngine?: boolean;
  label?: string;
  /** Where our own engine saves slots. */
  slotFolder?: string;
  /** Set when slots outlive the engine: files with another key are incompatible. */
  slotKey?: string;
  /** The chat template an engine of ours was started with instead of the model's own. */
  templateFile?: string;
};

/**
 * The model's engine: Kestrel starts it (`self`), or it already runs (`delegate`, `connect`). Implemented by `@kestrel/runtime`.
 *
 * - `ready` starts it if need be and resolves when it answers as itself; it rejects with KestrelError when that fails or `cancel` fires.
 * - `stop` resolves when no process of ours is left; for an engine that is not ours it only lets go.
 * - `watch` is called at once with the current status and on every change; it returns the way to stop watching.
 * - `check` looks whether a server that Kestrel did not start still listens, and shows what it finds: one that went away fails as
 *   `unreachable`, one that came back is ready again. It sends no request and never rejects. An engine of ours needs none.
 */
export interface Engine {
  status(): EngineStatus;
  ready(cancel: CancelSignal): Promise<Endpoint>;
  stop(): Promise<void>;
  check?(): Promise<void>;
  watch(listener: (status: EngineStatus) => void): () => void;
}
