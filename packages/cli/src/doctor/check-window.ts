import type { ModelProfile } from "@kestrel/protocol/api";
import type { Finding } from "./finding.ts";
import { serveWith } from "./remedy-of.ts";

/** Below this a conversation with tools has no room. Tokens. */
const leastWindow = 16_384;

/** The window that is loaded; a small one comes with the way to widen it, unless it is that of kestrel-nano, which nobody named. */
export function windowOf(
  { window, server }: Pick<ModelProfile, "window" | "server">,
  { named, own, running }: { named: boolean; own: boolean; running: boolean },
): Finding {
  if (window === undefined) return { level: "warn", sentence: "doctor.window.unknown" };
  const facts = { window };
  if (window >= leastWindow) return { level: "ok", sentence: "doctor.window.ok", facts };
  const small = { sentence: "doctor.window.small", facts } as const;
  return named
    ? { ...small, level: "warn", fix: wayToWiden(server, own, running) }
    : { ...small, level: "ok" };
}

/** Only our own engine and Ollama take the window from us; elsewhere it is set where the model is loaded. */
function wayToWiden(server: string, own: boolean, running: boolean): string {
  if (own || server.startsWith("ollama")) return serveWith(`--window ${leastWindow}`, running);
  if (server.startsWith("lm-studio")) return `lms load --context-length ${leastWindow}`;
  return `llama-server -c ${leastWindow}`;
}
