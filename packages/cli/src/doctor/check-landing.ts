import type { ModelProfile } from "@kestrel/protocol/api";
import type { Finding } from "./finding.ts";

/** Fewer calls are not enough for a finding. */
const leastCalls = 10;
/** With the right template the server parses nearly every call; above this share it has a wrong one. */
const mostFromText = 0.3;

/** A finding about the server's chat template, from the calls of past turns; undefined with too few calls. */
export function landingOf({ landing, server, source, model }: ModelProfile): Finding | undefined {
  if (!landing || landing.calls < leastCalls) return undefined;
  const { calls, recovered } = landing;
  const share = (recovered.text ?? 0) / calls;
  const facts = { calls, share: Math.round(share * 100) };
  if (share <= mostFromText) return { level: "ok", sentence: "doctor.landing.ok", facts };
  return { level: "warn", sentence: "doctor.landing.warn", facts, fix: remedy(server, source, model) };
}

/** The command that shows or replaces the template, if there is one. */
function remedy(server: string, source: string | undefined, model: string): string | undefined {
  const [kind] = server.split(" ");
  if (kind === "ollama") return `ollama show --template '${model.replaceAll("'", "")}'`;
  if (kind !== "llama-cpp") return undefined;
  // An engine started by Kestrel reads the template from the model's file: another file is needed.
  const ours = source !== undefined && !source.includes("://") && source.endsWith(".gguf");
  return ours ? "kestrel models" : "llama-server --jinja --chat-template-file TEMPLATE.jinja -m MODEL.gguf";
}
