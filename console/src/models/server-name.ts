import type { DiscoveredServer } from "@kestrel/protocol/api";
import type { Translate } from "../i18n/catalogue.ts";

/** The same in every language. */
const productNames = { "llama-cpp": "llama-server", "lm-studio": "LM Studio", ollama: "Ollama" };

/** What answers at an address, by name. */
export function serverName(kind: DiscoveredServer["kind"] | undefined, t: Translate): string {
  return kind === undefined || kind === "openai" || kind === "closed"
    ? t("found.another")
    : productNames[kind];
}

/** The address as typed, with a scheme. */
export function withScheme(text: string): string {
  return text === "" || text.includes("://") ? text : `http://${text}`;
}
