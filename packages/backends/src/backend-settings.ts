import type { Sampling } from "@kestrel/protocol";
import type { ModelTraits, ToolsDialect } from "@kestrel/protocol/api";

/** How much a model is to think: not at all, as it likes, at one of its levels, or for so many tokens. */
export type Thinking = "off" | "on" | "low" | "medium" | "high" | { budget: number };

/** What may differ from one backend to the next. Fixed for a backend's life, so that what the server caches stays valid. */
export type BackendSettings = {
  /** Milliseconds without a single byte from the server, pings included, until a reply fails with `timeout`. Ten minutes unless given. */
  silenceLimit?: number;
  /**
   * Milliseconds for which a server may report that it loads its model until a reply fails with `engine_not_ready`. Half an hour
   * unless given.
   */
  loadingLimit?: number;
  /** The server's defaults unless given; a session's own values override them. */
  sampling?: Sampling;
  /** Minutes for which Ollama keeps the model, and with it its cache, after the last request. Two hours unless given. */
  keepAliveMinutes?: number;
  /** The model's own way unless given. */
  thinking?: Thinking;
  /** Whether tools are sent natively or as text; by default as the server reports, and as text once it refused them. */
  tools?: "native" | "text";
  /** For tools in words. `hermes` unless given. */
  toolsDialect?: ToolsDialect;
  /** What the server answered on `/props` and `/v1/models` as it was looked for a moment ago; undefined from then on. Asked for with the first facts alone. */
  said?: () => { props: unknown; models: unknown } | undefined;
  /** Requirements of the model, added to its facts. */
  traits?: ModelTraits;
  /** Fields that this server refused before: no request has them. */
  leftOut?: readonly string[];
  /** A field is left out from now on because the server refused it. */
  onFieldRefused?: (field: string) => void;
  /** A tool is left out from now on because the server cannot compile its schema. */
  onToolDisabled?: (name: string) => void;
};

const usualSilenceLimit = 600_000;
const usualLoadingLimit = 1_800_000;

/** How long a server may be silent, and how long it may load. Milliseconds. */
export type Waits = Required<Pick<BackendSettings, "silenceLimit" | "loadingLimit">>;

/** The waits as the settings say, or as usual. */
export const waitsOf = ({ silenceLimit, loadingLimit }: BackendSettings): Waits => ({
  silenceLimit: silenceLimit ?? usualSilenceLimit,
  loadingLimit: loadingLimit ?? usualLoadingLimit,
});
