import { nobodyToAsk } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import type { Paint } from "../terminal/style.ts";
import { describeCall } from "./describe-call.ts";

/** A call's result in one line: `✓ edit greeting.txt  +1 −1`, `✗ $ npm test  exit code 1 · 2.3 s`. */
export function toolLine(call: ToolEntry, say: Say, paint: Paint): string {
  const well = call.status === "ok" && (call.exitCode ?? 0) === 0;
  const mark = well ? paint("green", "✓") : paint("red", "✗");
  const facts = factsOf(call, say).join(" · ");
  return `${mark} ${describeCall(call)}${facts === "" ? "" : `  ${paint("dim", facts)}`}`;
}

function factsOf(call: ToolEntry, say: Say): string[] {
  const { status, exitCode, durationMs, changes, rejected, helper, approval, question, report } = call;
  const facts: string[] = call.by === undefined ? [] : [say("tool.byKestrel")];
  // The line below gives the exact reason.
  if (rejected) facts.push(say(`rejected.${rejected.kind ?? "unread"}`));
  else if (question?.end && status === "ok") facts.push(answerTo(question, say));
  else if (status !== "ok" && !(status === "error" && exitCode !== undefined))
    facts.push(say(approval?.reason === nobodyToAsk ? "tool.deniedUnasked" : `tool.${statusKey(status)}`));
  for (const { added, removed } of changes) facts.push(`+${added} −${removed}`);
  if (helper !== undefined) facts.push(say("helpers.session", { id: helper }));
  if (exitCode !== undefined && exitCode !== 0) facts.push(say("tool.exit", { code: exitCode }));
  if (durationMs !== undefined && durationMs >= 100)
    facts.push(say("seconds", { seconds: seconds(durationMs) }));
  if (report !== undefined) facts.push(say("report.call", { report }));
  return facts;
}

/** The user's answer, or how the question ended without one. */
function answerTo({ end, text }: NonNullable<ToolEntry["question"]>, say: Say): string {
  if (end === undefined || end === "answered") return oneLine(text ?? "");
  return say(`question.end.${end}`);
}

function statusKey(status: ToolEntry["status"]): "failed" | "denied" | "cancelled" | "interrupted" {
  if (status === "denied" || status === "cancelled" || status === "interrupted") return status;
  return "failed";
}

/** Milliseconds as seconds with one digit. */
export function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
