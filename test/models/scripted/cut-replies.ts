import { endOfTurn, tags } from "../vocabulary/vocabulary.ts";
import { partition } from "./partition.ts";
import type { Segment } from "./segments.ts";
import { joinPieces, splitText } from "./split-text.ts";

/** A reply of the script `script` before it is cut. `loop` is "" or said for ever at the end. */
export interface UncutReply {
  script: string;
  segments: readonly Segment[];
  loop: string;
}

const before = ["<|im_start|>", "assistant\n"];
const after = [endOfTurn, "\n", "<|im_start|>"];

/**
 * Cuts every text of the replies into pieces, each of them a token of its own in the whole model: then a piece alone
 * says what comes next. Joins pieces until each reply, read back as history, gives the same tokens; throws if it cannot.
 */
export function cutReplies(
  replies: readonly UncutReply[],
  markers: readonly string[],
): Map<string, string[]> {
  const cuts = new Map<string, string[]>();
  const taken = new Set([...tags, ...markers]);
  for (const { script, segments, loop } of replies) {
    for (const text of [...segments.map((segment) => (segment.kind === "text" ? segment.text : "")), loop]) {
      if (text === "" || cuts.has(text)) continue;
      const pieces = text.trim() === "" ? undefined : splitText(text, taken);
      if (!pieces)
        throw new Error(`script ${script}: ${JSON.stringify(text)} cannot be told from other replies`);
      cuts.set(text, pieces);
    }
  }
  while (joinWhereReadingDiffers(replies, markers, cuts)) {}
  return cuts;
}

function joinWhereReadingDiffers(
  replies: readonly UncutReply[],
  markers: readonly string[],
  cuts: Map<string, string[]>,
): boolean {
  const pieces = [...cuts.values()].flat();
  const twice = pieces.find((piece, index) => pieces.indexOf(piece) !== index);
  const tokens = [...before.slice(0, 1), endOfTurn, ...tags, ...markers, ...pieces];
  let joined = false;
  for (const reply of replies) {
    const written = piecesOf(reply, cuts);
    const expected = [...before, ...written.map(({ piece }) => piece), ...after];
    const read = partition(expected.join(""), tokens);
    const repeated = written.findIndex(({ piece, text }) => text !== "" && piece === twice);
    const difference = expected.findIndex((piece, index) => read[index] !== piece) - before.length;
    const at = difference > -before.length ? Math.max(difference, 0) : repeated;
    if (at < 0) continue;
    joinAt(reply, written, Math.min(at, written.length - 1), cuts);
    joined = true;
    if (twice !== undefined) break;
  }
  return joined;
}

interface WrittenPiece {
  piece: string;
  /** The text it was cut from, "" for a tag, and its place there. */
  text: string;
  index: number;
}

function piecesOf({ segments, loop }: UncutReply, cuts: ReadonlyMap<string, string[]>): WrittenPiece[] {
  const cut = (text: string) => (cuts.get(text) ?? []).map((piece, index) => ({ piece, text, index }));
  return [
    ...segments.flatMap((segment) =>
      segment.kind === "tag" ? [{ piece: segment.tag, text: "", index: 0 }] : cut(segment.text),
    ),
    ...[loop, loop].flatMap(cut),
  ];
}

function joinAt(
  reply: UncutReply,
  written: readonly WrittenPiece[],
  at: number,
  cuts: Map<string, string[]>,
) {
  for (const place of [at, at - 1, at + 1]) {
    const found = written[place];
    const longer = found && joinPieces(cuts.get(found.text) ?? [], found.index);
    if (!found || !longer) continue;
    cuts.set(found.text, longer);
    return;
  }
  const where = JSON.stringify(written[at]?.piece ?? "");
  throw new Error(`script ${reply.script}: near ${where} the reply would be read back as other tokens`);
}
