import type { Endpoint } from "@kestrel/core";
import type { SupervisorFiles } from "../command/supervise.ts";

/** A llama-server that Kestrel starts and supervises. */
export type OwnEngineSpec = {
  source: "self";
  enginePath: string;
  modelPath: string;
  /** The projector file that lets the model read images, in the same folder as the model. */
  projectorPath?: string;
  /** Set by the model's profile, never by user arguments or over HTTP; replaces the model's chat template. */
  templateFile?: string;
  /** Mode 0700, for the key and the record used to find an orphan. */
  runFolder: string;
  /** Where slots are saved; default: one in the run folder, emptied at each start. */
  slotFolder?: string;
  label?: string;
  /** Tokens; default: the model's own. */
  window?: number;
  threads?: number;
  /** Default: chosen by the engine. */
  gpuLayers?: number | "auto" | "all";
  /** The cache's type; default: the engine's own. */
  cacheType?: "f16" | "q8_0" | "q4_0";
  flashAttention?: "on" | "off";
  /** A small draft model of the same family for speculative decoding. */
  draftPath?: string;
  /** Default: a free one. */
  port?: number;
  /** User arguments, checked against the flag policy. */
  extraArgs?: readonly string[];
  /** An engine other than the main model's. It keeps only the conversation in its slot. */
  beside?: boolean;
  /** An embedding model. `mean`: the model declares no pooling, so mean pooling is set. */
  embeddings?: "as-told" | "mean";
  /** Deterministic: temperature 0. */
  repeatable?: boolean;
  /** Conversations kept at once with a small window; default one. */
  slots?: number;
  /** Passed on: the server does not report it. */
  cpuEngine?: boolean;
};

/** A server at a URL from the user. Its kind is detected by default. */
export type ConnectedEngineSpec = {
  source: "connect";
  url: string;
  apiKey?: string;
  kind?: Endpoint["kind"];
  model?: string;
  label?: string;
} & Wishes;

/** A known host on this machine at its default port; by default whichever runs. */
export type DelegatedEngineSpec = {
  source: "delegate";
  host?: DelegateHost;
  /** Its address, if not the default. */
  url?: string;
  apiKey?: string;
  model?: string;
  label?: string;
} & Wishes;

/** User settings for a server's model. */
type Wishes = {
  /** Tokens; used by servers with a window per request. */
  window?: number;
};

export type DelegateHost = "lm-studio" | "ollama" | "llama-cpp";

export type EngineSpec = OwnEngineSpec | ConnectedEngineSpec | DelegatedEngineSpec;

/** What an engine requires besides its specification. */
export type EngineSurroundings = SupervisorFiles & {
  /** The daemon's environment, which is filtered for the engine. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds without progress after which a start fails; plus one second for each GiB of the model. */
  patienceMs?: number;
  /** Milliseconds of the first pause after a crash; doubled after each further one. */
  firstPauseMs?: number;
};
