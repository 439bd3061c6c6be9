import type { ModelProfile } from "@kestrel/protocol/api";
import type { Finding } from "./finding.ts";
import { serveWith } from "./remedy-of.ts";

/** Below this a conversation with tools has no room. Tokens. */
const leastWindow = 16_384;

/** The window that is loaded; a small one comes with the way to widen it, unless it is that of kestrel-nano, which nobody named. */
export function windowOf(
  { window, server }: Pick<ModelProfile, "window" | "server">,
  {
    named,
    own,
    running,
    trained,
  }: { named: boolean; own: boolean; running: boolean; trained?: number | undefined },
): Finding {
  if (window === undefined) return { level: "warn", sentence: "doctor.window.unknown" };
  const facts = { window };
  if (window >= leastWindow) return { level: "ok", sentence: "doctor.window.ok", facts };
  const small = { sentence: "doctor.window.small", facts } as const;
  if (!named) return { ...small, level: "ok" };
  const wider = Math.min(leastWindow, trained ?? leastWindow);
  return { ...small, level: "warn", ...(wider > window && { fix: wayToWiden(server, own, running, wider) }) };
}

/** Only our own engine and Ollama take the window from us; elsewhere it is set where the model is loaded. */
function wayToWiden(server: string, own: boolean, running: boolean, window: number): string {
  if (own || server.startsWith("ollama")) return serveWith(`--window ${window}`, running);
  if (server.startsWith("lm-studio")) return `lms load --context-length ${window}`;
  return `llama-server -c ${window}`;
}
