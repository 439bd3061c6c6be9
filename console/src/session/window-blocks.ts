import { type Entry, estimateTokens, type SessionState } from "@kestrel/protocol";
import { lastUsage } from "./last-usage.ts";

/** Tokens that wrap each message in a model's template, about. */
const perMessage = 5;

type BlockKind = "system" | "tools" | "user" | "reply" | "tool" | "note";

/** One message of the window. Its tokens are a share of the server's count where there is one, else an estimate. */
export type WindowBlock = {
  kind: BlockKind;
  /** Words that tell which message it is. */
  label: string;
  tokens: number;
  /** How many of its tokens, from its start, the last request found in the cache. */
  hot: number;
  /** Came after the last count of the server. */
  estimated: boolean;
};

type Piece = { kind: BlockKind; label: string; text: string };

/** What the model sees, in order. */
export function windowBlocks(state: SessionState): WindowBlock[] {
  if (state.prefix.system === "" && state.timeline.length === 0) return [];
  const { measured } = state;
  const counted = measured?.source === "server" ? measured : undefined;
  const fixed: Piece[] = [
    { kind: "system", label: state.prefix.system, text: state.prefix.system },
    {
      kind: "tools",
      label: state.prefix.tools.map(({ name }) => name).join(", "),
      text: JSON.stringify(state.prefix.tools),
    },
  ];
  const before = fixed.map((piece) => blockOf(piece, counted === undefined));
  const after: WindowBlock[] = [];
  let index = 0;
  for (const entry of state.timeline) {
    const inside = counted === undefined || index < counted.entries;
    const list = inside ? before : after;
    for (const piece of piecesOf(entry, state.prefix.reasoning === "send")) {
      list.push(blockOf(piece, counted === undefined || !inside));
    }
    index++;
  }
  if (counted) scale(before, counted.used);
  return warmed([...before, ...after], lastUsage(state)?.cached ?? 0);
}

function piecesOf(entry: Entry, withReasoning: boolean): Piece[] {
  switch (entry.kind) {
    case "user": {
      const notes = entry.notes.map(({ text }) => ({ kind: "note" as const, label: text, text }));
      return [{ kind: "user", label: entry.text, text: entry.text }, ...notes];
    }
    case "note":
      return [
        { kind: entry.contextKind === "steering" ? "user" : "note", label: entry.text, text: entry.text },
      ];
    case "reply": {
      const text = withReasoning ? entry.reasoning + entry.text : entry.text;
      return text === "" ? [] : [{ kind: "reply", label: entry.text || entry.reasoning, text }];
    }
    case "tool": {
      const content = entry.folded ? "" : (entry.content ?? "");
      return [{ kind: "tool", label: `${entry.tool} ${entry.arguments}`, text: entry.arguments + content }];
    }
    case "compaction":
    case "end":
      return [];
    default:
      return entry satisfies never;
  }
}

function blockOf({ kind, label, text }: Piece, estimated: boolean): WindowBlock {
  const line = label.trim().split("\n", 1)[0] ?? "";
  return { kind, label: line.slice(0, 120), tokens: estimateTokens(text) + perMessage, hot: 0, estimated };
}

/** Makes the blocks add up to what the server counted. */
function scale(blocks: WindowBlock[], used: number): void {
  const sum = blocks.reduce((total, { tokens }) => total + tokens, 0);
  let left = used;
  for (const [index, block] of blocks.entries()) {
    const last = index === blocks.length - 1;
    block.tokens = last ? left : Math.min(left, Math.round((block.tokens * used) / Math.max(1, sum)));
    left -= block.tokens;
  }
}

function warmed(blocks: WindowBlock[], cached: number): WindowBlock[] {
  let left = cached;
  for (const block of blocks) {
    block.hot = Math.min(block.tokens, left);
    left -= block.hot;
  }
  return blocks;
}
