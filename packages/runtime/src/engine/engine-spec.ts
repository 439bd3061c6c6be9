import type { Endpoint } from "@kestrel/core";
import type { SupervisorFiles } from "../command/supervise.ts";

/** A llama-server that Kestrel starts and supervises. */
export type OwnEngineSpec = {
  source: "self";
  enginePath: string;
  modelPath: string;
  /** The projector file that lets the model read images, in the same folder as the model. */
  projectorPath?: string;
  /** Named by the model's profile, never by users' arguments or over HTTP; takes the place of its own chat template. */
  templateFile?: string;
  /** 0700, for the key and the record by which an orphan is found. */
  runFolder: string;
  /** Where slots are saved; one in the run folder, emptied at each start, when left out. */
  slotFolder?: string;
  label?: string;
  /** Tokens; the model's own when left out. */
  window?: number;
  threads?: number;
  /** Decided by the engine when left out. */
  gpuLayers?: number | "auto" | "all";
  /** What the window is kept in; the engine's own choice when left out. */
  cacheType?: "f16" | "q8_0" | "q4_0";
  flashAttention?: "on" | "off";
  /** A small model of the same family that writes ahead for this one to check. */
  draftPath?: string;
  /** A free one when left out. */
  port?: number;
  /** The user's own, checked against the flag policy. */
  extraArgs?: readonly string[];
  /** An engine other than the main model's. It keeps only the conversation in its slot. */
  beside?: boolean;
  /** An embedding model. `mean`: the model names no pooling, so mean pooling is set. */
  embeddings?: "as-told" | "mean";
  /** Deterministic: temperature 0. */
  repeatable?: boolean;
  /** Conversations kept at once where the window is small; one unless given. */
  slots?: number;
  /** A fact that the server cannot tell, passed on. */
  cpuEngine?: boolean;
};

/** A server at a URL that the user named. Its kind is asked when left out. */
export type ConnectedEngineSpec = {
  source: "connect";
  url: string;
  apiKey?: string;
  kind?: Endpoint["kind"];
  model?: string;
  label?: string;
} & Wishes;

/** A known host on this machine at its usual port; whichever runs when none is named. */
export type DelegatedEngineSpec = {
  source: "delegate";
  host?: DelegateHost;
  /** Where it listens, if not at its usual port. */
  url?: string;
  apiKey?: string;
  model?: string;
  label?: string;
} & Wishes;

/** What the user says of a server's model. */
type Wishes = {
  /** Tokens; heeded by servers that size the window by request. */
  window?: number;
};

export type DelegateHost = "lm-studio" | "ollama" | "llama-cpp";

export type EngineSpec = OwnEngineSpec | ConnectedEngineSpec | DelegatedEngineSpec;

/** What an engine needs besides its specification. */
export type EngineSurroundings = SupervisorFiles & {
  /** The daemon's own environment; what the engine must not see is taken out. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Without any sign of progress for so long, a start has failed; one second more for each GiB of the model. */
  patienceMs?: number;
  /** The first pause after a crash; it doubles with each further one. */
  firstPauseMs?: number;
};
