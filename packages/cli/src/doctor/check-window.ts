import type { ModelProfile } from "@kestrel/protocol/api";
import type { Finding } from "./finding.ts";
import { serveWith } from "./remedy-of.ts";

/** A conversation with tools does not fit a smaller window. Tokens. */
const leastWindow = 16_384;

/** The loaded window. A small one comes with a command that enlarges it, unless it is that of kestrel-nano, used by default. */
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

/** Only Kestrel's own engine and Ollama take the window from Kestrel. Other servers set it when they load the model. */
function wayToWiden(server: string, own: boolean, running: boolean, window: number): string {
  if (own || server.startsWith("ollama")) return serveWith(`--window ${window}`, running);
  if (server.startsWith("lm-studio")) return `lms load --context-length ${window}`;
  return `llama-server -c ${window}`;
}
