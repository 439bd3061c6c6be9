import type { LedgerBlock, WrittenSums } from "./ledger-block.ts";
import type { LedgerPiece } from "./ledger-pieces.ts";

/** Distributes the server's counts over the pieces they include: those between two counts, and each reply by itself. */
export class LedgerSums {
  #settled: LedgerBlock[] = [];
  /** Pieces since the last count. */
  #waiting: LedgerPiece[];
  #counted = 0;
  /** Every piece, in case a count shows that the template drops earlier text. */
  #all: LedgerPiece[];

  constructor(fixed: readonly LedgerPiece[] = []) {
    this.#waiting = [...fixed];
    this.#all = [...fixed];
  }

  /** An independent copy of the sums. */
  fork(): LedgerSums {
    const copy = new LedgerSums();
    copy.#settled = this.#settled.slice();
    copy.#waiting = this.#waiting.slice();
    copy.#counted = this.#counted;
    copy.#all = this.#all.slice();
    return copy;
  }

  written(): WrittenSums {
    const waiting = this.#waiting.map((piece) => blockOf(piece, weightOf(piece), true));
    return { settled: byKind(this.#settled), waiting: byKind(waiting), counted: this.#counted };
  }

  static from({ settled, waiting, counted }: WrittenSums): LedgerSums {
    const sums = new LedgerSums();
    sums.#settled = [...settled];
    sums.#waiting = waiting.map(pieceOf);
    sums.#counted = counted;
    sums.#all = [...settled.map(pieceOf), ...sums.#waiting];
    return sums;
  }

  /** True while a piece is not included in any count. */
  get open(): boolean {
    return this.#counted === 0 || this.#waiting.length > 0;
  }

  add(pieces: readonly LedgerPiece[]): void {
    this.#waiting.push(...pieces);
    this.#all.push(...pieces);
  }

  /** The server counted so many tokens for everything up to here. */
  reach(total: number): void {
    const came = total - this.#counted;
    const grew = this.#waiting.length > 0 && came >= this.#waiting.length;
    if (grew) for (const block of shared(this.#waiting, came)) this.#settled.push(block);
    else if (came !== 0 || this.#waiting.length > 0) this.#settled = shared(this.#all, total);
    this.#waiting = [];
    this.#counted = total;
  }

  /** A reply that the history contains as generated. */
  reply(pieces: readonly LedgerPiece[], generated: number): void {
    this.#all.push(...pieces);
    if (pieces.length === 0) return;
    this.#settled.push(...shared(pieces, generated));
    this.#counted += generated;
  }

  /** All of them in order; pieces without a server count have their own count or an estimate. */
  blocks(): LedgerBlock[] {
    return [...this.#settled, ...this.#waiting.map((piece) => blockOf(piece, weightOf(piece), true))];
  }
}

/** Exact for a single piece, or if the tokenizer counted each; the template's tokens are then split evenly. */
function shared(pieces: readonly LedgerPiece[], total: number): LedgerBlock[] {
  const [alone, ...more] = pieces;
  if (alone && more.length === 0) return [blockOf(alone, total, false)];
  const uncounted = pieces.filter(({ counted }) => counted === undefined);
  const counted = pieces.reduce((sum, piece) => sum + (piece.counted ?? 0), 0);
  const rest = total - counted;
  const wanted = uncounted.reduce((sum, { estimate }) => sum + estimate(), 0);
  if (rest >= 0 && uncounted.length === 0) {
    const evenly = pieces.map((piece) => (piece.counted ?? 0) + rest / pieces.length);
    return rounded(pieces, evenly, total, () => false);
  }
  if (rest >= uncounted.length && pieces.length > uncounted.length) {
    const weights = pieces.map(
      ({ counted: own, estimate }) => own ?? (estimate() * rest) / Math.max(1, wanted),
    );
    return rounded(pieces, weights, total, (piece) => piece.counted === undefined && uncounted.length > 1);
  }
  const sum = pieces.reduce((all, piece) => all + weightOf(piece), 0);
  const weights = pieces.map((piece) => (weightOf(piece) * total) / Math.max(1, sum));
  return rounded(pieces, weights, total, () => pieces.length > 1);
}

const weightOf = ({ counted, estimate }: LedgerPiece): number => counted ?? estimate();

/** Whole tokens that add up to the total. */
function rounded(
  pieces: readonly LedgerPiece[],
  weights: readonly number[],
  total: number,
  isEstimate: (piece: LedgerPiece) => boolean,
): LedgerBlock[] {
  let exact = 0;
  let given = 0;
  return pieces.map((piece, index) => {
    exact += weights[index] ?? 0;
    const reached = index === pieces.length - 1 ? total : Math.min(total, Math.round(exact));
    const block = blockOf(piece, reached - given, isEstimate(piece));
    given = reached;
    return block;
  });
}

function blockOf(
  { kind, label, callId, tool }: LedgerPiece,
  tokens: number,
  estimated: boolean,
): LedgerBlock {
  return { kind, label, callId, tool, tokens, estimated, hot: 0 };
}

function pieceOf(block: LedgerBlock): LedgerPiece {
  const { kind, label, tokens, estimated } = block;
  return { kind, label, estimate: () => tokens, ...(!estimated && { counted: tokens }) };
}

function byKind(blocks: readonly LedgerBlock[]): LedgerBlock[] {
  const sums = new Map<string, LedgerBlock>();
  for (const { kind, label, tokens, estimated } of blocks) {
    const sum = sums.get(kind) ?? { kind, label, tokens: 0, estimated: false, hot: 0 };
    sums.set(kind, {
      ...sum,
      tokens: sum.tokens + tokens,
      estimated: sum.estimated || estimated,
    });
  }
  return [...sums.values()];
}
