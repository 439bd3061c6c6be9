import type { Prompt } from "@kestrel/protocol";
import { type BackendSettings, usualLoadingLimit, usualSilenceLimit } from "../backend-settings.ts";

/** How long a server may be silent, and how long it may load, as the settings say or as usual. */
export const waitsOf = ({ silenceLimit, loadingLimit }: BackendSettings) => ({
  silenceLimit: silenceLimit ?? usualSilenceLimit,
  loadingLimit: loadingLimit ?? usualLoadingLimit,
});

/** What holds of every question to a server that is not ours and tells nothing of its prefill. */
export const askedElsewhere = ({ tools }: Prompt, settings: BackendSettings) => ({
  tools: new Set(tools.map(({ name }) => name)),
  interrupted: "connection_lost" as const,
  reportsProgress: false,
  ...waitsOf(settings),
});
