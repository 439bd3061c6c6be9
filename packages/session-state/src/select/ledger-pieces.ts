import type { CallId } from "@kestrel/protocol";
import { around, estimateTokens } from "@kestrel/text";
import type { SessionState } from "../session-state.ts";
import {
  type CountedBy,
  type Entry,
  isSaid,
  type ReplyEntry,
  type ToolEntry,
  type UserEntry,
} from "../timeline.ts";
import type { LedgerKind } from "./ledger-block.ts";

/** One part of the prompt, before its cost is known. */
export type LedgerPiece = {
  kind: LedgerKind;
  /** Its first line, at most 120 characters. */
  label: string;
  /** By the model's own tokenizer, without the template's tokens around it. */
  counted?: number;
  /** Estimate including the template's tokens. Called only when nothing else is known: texts are long. */
  estimate(): number;
  callId?: CallId;
  tool?: string;
};

/** Everything before the first message. */
export function fixedPieces({ prefix, fixedCount }: SessionState, model?: string): LedgerPiece[] {
  const { system, tools } = prefix;
  const counted = fixedCount && fixedCount.model === model ? fixedCount : undefined;
  const names = tools.map(({ name }) => name).join(", ");
  const inTools = () =>
    tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool)) + around.tool, 0);
  return [
    piece("system", system, counted?.system, () => estimateTokens(system) + around.message),
    ...(tools.length > 0 ? [piece("tools", names, counted?.tools, inTools)] : []),
  ];
}

/** The message that replaces the compacted history: the task and its notes. */
export function summaryPieces(
  { task, summary }: NonNullable<SessionState["compacted"]>,
  instructions = "",
): LedgerPiece[] {
  const led = instructions !== "" && task.startsWith(instructions);
  const words = led ? task.slice(instructions.length).trimStart() : task;
  return [
    ...(led ? [piece("instructions", instructions, undefined, () => estimateTokens(instructions))] : []),
    piece("user", words, undefined, () => estimateTokens(words) + around.message),
    piece("notes", summary, undefined, () => estimateTokens(summary)),
  ];
}

/** A reply as in the history: its thinking if that is sent back, then its text and calls. */
export function replyPieces(
  reply: ReplyEntry,
  calls: readonly ToolEntry[],
  { reasoning: policy }: SessionState["prefix"],
  model?: string,
): LedgerPiece[] {
  if (calls.length === 0 && (reply.text.trim() === "" || reply.finish === undefined)) return [];
  const counted = countedBy(model, reply.counted);
  const thinks = policy === "send" && reply.reasoning !== "" && !reply.cut;
  const called = () => calls.reduce((sum, call) => sum + callEstimate(call), 0);
  const words = piece(
    "assistant",
    reply.text || calls.map(({ tool }) => tool).join(", "),
    calls.length === 0 ? counted?.text : undefined,
    () => estimateOf(reply, reply.text) + called() + around.message,
  );
  if (!thinks) return [words];
  const thoughts = () => estimateTokens(reply.reasoning);
  return [piece("reasoning", reply.reasoning, counted?.reasoning, thoughts), words];
}

/** Every other entry that the model sees. */
export function entryPieces(entry: Exclude<Entry, ReplyEntry>, model?: string): LedgerPiece[] {
  if (!isSaid(entry)) return [];
  switch (entry.kind) {
    case "user": {
      const counted = countedBy(model, entry.counted);
      const { instructions, notes } = notesOf(entry);
      const { shortened, images = [] } = entry;
      const pictures = shortened === undefined ? images.length * around.picture : 0;
      const words = () => estimateOf(entry, shortened ?? entry.text) + pictures + around.message;
      return [
        ...(instructions === ""
          ? []
          : [piece("instructions", instructions, counted?.instructions, () => estimateTokens(instructions))]),
        ...(notes === "" ? [] : [piece("notes", notes, counted?.notes, () => estimateTokens(notes))]),
        piece("user", entry.text, pictures > 0 ? undefined : counted?.text, words),
      ];
    }
    case "note": {
      const kind = entry.contextKind === "steering" ? "user" : "notes";
      const counted = countedBy(model, entry.counted)?.text;
      const words = () => estimateOf(entry, entry.shortened ?? entry.text) + around.message;
      return [piece(kind, entry.text, counted, words)];
    }
    case "tool": {
      const counted = entry.folded ? undefined : countedBy(model, entry.counted)?.result;
      const words = () =>
        (entry.folded ? foldedResult : estimateOf(entry, entry.content ?? "")) + around.message;
      const told = piece("result", `${entry.tool} ${entry.arguments}`, counted, words);
      return [{ ...told, callId: entry.callId, tool: entry.tool }];
    }
    default:
      return entry satisfies never;
  }
}

/** Text before a message: the project's instructions, and everything else. */
export function notesOf({ notes }: UserEntry): { instructions: string; notes: string } {
  const joined = (led: boolean) =>
    notes
      .filter(({ contextKind }) => (contextKind === "instructions") === led)
      .map(({ text }) => text)
      .join("\n\n");
  return { instructions: joined(true), notes: joined(false) };
}

/** The line that replaces a folded output. Tokens. */
const foldedResult = 20;

function piece(
  kind: LedgerKind,
  text: string,
  counted: number | undefined,
  estimate: () => number,
): LedgerPiece {
  const [line = ""] = text.slice(0, 400).trimStart().split("\n", 1);
  return { kind, label: line.slice(0, 120), counted, estimate };
}

/** Another model's tokenizer counts differently. */
function countedBy(model: string | undefined, counted: CountedBy | undefined): CountedBy | undefined {
  return counted && counted.model === model ? counted : undefined;
}

const callsKnown = new WeakMap<ToolEntry, number>();

function callEstimate(call: ToolEntry): number {
  const before = callsKnown.get(call);
  if (before !== undefined) return before;
  const tokens = estimateTokens(call.tool + call.arguments) + around.call;
  callsKnown.set(call, tokens);
  return tokens;
}

const known = new WeakMap<Entry, number>();

/** Cached: entries never change. */
function estimateOf(entry: Entry, text: string): number {
  const before = known.get(entry);
  if (before !== undefined) return before;
  const tokens = estimateTokens(text);
  known.set(entry, tokens);
  return tokens;
}
