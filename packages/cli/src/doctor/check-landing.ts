import type { ModelProfile } from "@kestrel/protocol/api";
import type { Finding } from "./finding.ts";

/** Fewer calls than this say nothing about a server. */
const leastCalls = 10;
/** With a right template the server parses nearly every call; beyond this share it has another one. */
const mostFromText = 0.3;

/** What the calls of past turns tell about the server's chat template; nothing before there are enough of them. */
export function landingOf({ landing, server, source, model }: ModelProfile): Finding | undefined {
  if (!landing || landing.calls < leastCalls) return undefined;
  const { calls, recovered } = landing;
  const share = (recovered.text ?? 0) / calls;
  const facts = { calls, share: Math.round(share * 100) };
  if (share <= mostFromText) return { level: "ok", sentence: "doctor.landing.ok", facts };
  return { level: "warn", sentence: "doctor.landing.warn", facts, fix: remedy(server, source, model) };
}

/** How the template is looked at or replaced, where a command does it. */
function remedy(server: string, source: string | undefined, model: string): string | undefined {
  const [kind] = server.split(" ");
  if (kind === "ollama") return `ollama show --template '${model.replaceAll("'", "")}'`;
  if (kind !== "llama-cpp") return undefined;
  // One that Kestrel started takes the template out of the model's own file: another file is needed.
  const ours = source !== undefined && !source.includes("://") && source.endsWith(".gguf");
  return ours ? "kestrel models" : "llama-server --jinja --chat-template-file TEMPLATE.jinja -m MODEL.gguf";
}
