import { type EventOf, nobodyToAsk } from "@kestrel/protocol";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";

/** The user's answer to a question, and what it allows from then on. */
export function resolutionLine(body: EventOf<"approval.resolved">, say: Say): string {
  const words = answerWords(body, say);
  return body.origin ? `${words} · ${oneLine(say("channels.from", body.origin))}` : words;
}

function answerWords({ decision, scope, rules, reason }: EventOf<"approval.resolved">, say: Say): string {
  if (decision === "allowed" && rules) {
    const key = scope === "project" ? "approval.allowedProject" : "approval.allowedRules";
    return say(key, { rules: rules.join(", ") });
  }
  if (decision === "allowed")
    return say(scope === "session" ? "approval.allowedSession" : "approval.allowedOnce");
  if (reason === nobodyToAsk) return say("tool.deniedUnasked");
  return reason === undefined ? say("approval.denied") : say("approval.deniedBecause", { reason });
}
