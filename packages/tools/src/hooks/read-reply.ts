import type { CommandEnd } from "@kestrel/core";
import type { HookStage } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import type { HookReply } from "./askable-hook.ts";

/** UTF-16 units: a note has about 400 tokens, a reason a quarter of that. */
const longestNote = 1_600;
const longestReason = 1_000;

/** Stages at which plain text on standard output is a note, as in other programs. */
const notedPlainly: ReadonlySet<HookStage> = new Set(["session_opened", "prompt_submitted"]);

/** Reads a program's result: code 0 is success and its output is parsed, 2 denies with stderr as the reason, any other is reported. */
export function readReply(stage: HookStage, end: CommandEnd, out: string, errors: string): HookReply {
  if (end.kind === "not-started") return { kind: "failed", detail: shortened(end.detail, 200) };
  if (end.kind !== "exited") return { kind: "failed", detail: end.kind };
  if (end.code === 2) return { kind: "said", said: "denied", text: shortened(errors, longestReason) };
  if (end.code !== 0) {
    const [line = ""] = errors.trim().split("\n");
    return { kind: "failed", detail: shortened(`exit code ${end.code} ${line}`, 200) };
  }
  const text = out.trim();
  if (text.startsWith("{")) return readValue(parsed(text));
  if (text === "" || !notedPlainly.has(stage)) return { kind: "silent" };
  return { kind: "said", said: "noted", text: shortened(text, longestNote) };
}

/** Parses a hook's answer: ours (`deny`, `ask`, `note`) or the common one. `allow` has no effect; nothing is rewritten. */
export function readValue(value: unknown): HookReply {
  const told = tableIn(value);
  const { hookSpecificOutput } = told;
  const own = tableIn(hookSpecificOutput);
  const decision = own.permissionDecision ?? told.decision;
  const reason = textIn(own.permissionDecisionReason) ?? textIn(told.reason) ?? textIn(told.stopReason) ?? "";
  const denied = textIn(told.deny) ?? (told.deny === true ? reason : undefined);
  if (denied !== undefined) return said("denied", denied, longestReason);
  if (decision === "deny" || decision === "block" || told.continue === false)
    return said("denied", reason, longestReason);
  if (decision === "ask" || told.ask === true || typeof told.ask === "string")
    return said("asked", textIn(told.ask) ?? reason, longestReason);
  const note = textIn(told.note) ?? textIn(own.additionalContext) ?? textIn(told.additionalContext);
  return note === undefined ? { kind: "silent" } : said("noted", note, longestNote);
}

function said(what: "denied" | "asked" | "noted", text: string, most: number): HookReply {
  return { kind: "said", said: what, text: shortened(text, most) };
}

function shortened(text: string, most: number): string {
  const shown = visibleText(text).trim();
  return shown.length <= most ? shown : `${shown.slice(0, most - 1)}…`;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function tableIn(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // expected: plain text
    return undefined;
  }
}
