import type { Sequence } from "../sequence.ts";
import type { SessionState } from "../session-state.ts";
import type { Entry, ReplyEntry, ToolEntry } from "../timeline.ts";
import type { LedgerBefore, LedgerBlock, LedgerKind } from "./ledger-block.ts";
import { accountedUpTo, keepMarks, type LedgerMark, markedPlaces, marksOf } from "./ledger-marks.ts";
import { entryPieces, fixedPieces, replyPieces, summaryPieces } from "./ledger-pieces.ts";
import { LedgerSums } from "./ledger-sums.ts";
import type { Live } from "./live.ts";
import { replyReserve } from "./window-now.ts";

type LedgerPart = { tokens: number; estimated: boolean };

/** The fill of the window by kind, by the server's counters where available. Tokens. */
export type ContextLedger = {
  /** The loaded window. */
  window?: number;
  /** Kept free for the next reply. */
  reserve?: number;
  used: number;
  /** Not all of `used` was counted by the server. */
  estimated: boolean;
  /** The sums of the blocks; kinds without any are left out. */
  parts: Partial<Record<LedgerKind, LedgerPart>>;
  blocks: readonly LedgerBlock[];
};

/**
 * The only account of the window: core plans with it, every client shows it. Between two replies the server's counters give the exact sum;
 * several messages are each counted by the server, or share the sum by length.
 */
export function contextLedger(state: SessionState, live?: Live): ContextLedger {
  const still = stillLedger(state);
  const reading = live?.progress?.phase === "prompt" ? live.progress : undefined;
  if (!reading) return still;
  const { total = still.used, cached } = reading;
  const blocks = cached === undefined ? still.blocks : warmed(still.blocks, cached);
  return { ...still, used: total, estimated: reading.total === undefined && still.estimated, blocks };
}

/** 256 entries take a few milliseconds; 10,000 at once took up to 200 ms. */
const atOnce = 256;

/**
 * Computes the account in chunks, so that a long session is never processed at once. Call it after each event while folding a log whose
 * account is shown later.
 */
export function accountAlong(state: SessionState): void {
  if (state.timeline.length - accountedUpTo(state) >= atOnce) contextLedger(state);
}

const known = new WeakMap<SessionState, ContextLedger>();

function stillLedger(state: SessionState): ContextLedger {
  const before = known.get(state);
  if (before) return before;
  const ledger = computed(state);
  known.set(state, ledger);
  return ledger;
}

function computed(state: SessionState): ContextLedger {
  const { timeline, measured, window } = state;
  if (state.prefix.system === "" && timeline.length === 0)
    return { window, used: 0, estimated: true, parts: {}, blocks: [] };
  const { sums, lastCount, cached } = accounted(state);
  const countedAt = measured?.source === "server" ? measured.entries : undefined;
  if (countedAt !== undefined && countedAt >= timeline.length && countedAt > lastCount + 1 && measured)
    sums.reach(measured.used);
  const blocks = warmed(sums.blocks(), cached);
  return {
    window: window ?? measured?.window,
    reserve: window === undefined ? undefined : replyReserve(window),
    used: blocks.reduce((sum, { tokens }) => sum + tokens, 0),
    estimated: sums.open,
    parts: partsOf(blocks),
    blocks,
  };
}

/** The account of everything before the entry at `at`, for a state that begins there; undefined when none of it counts. */
export function accountBefore(state: SessionState, at: number): LedgerBefore | undefined {
  if (at <= (state.compacted?.from ?? 0)) return undefined;
  const { sums, ...mark } = accounted(state, at);
  return { ...mark, at, sums: sums.written() };
}

/** Processes the entries up to `until`, resuming from the last account of the same ones. */
function accounted(state: SessionState, until?: number): Omit<LedgerMark, "at"> {
  const { timeline, measured, before } = state;
  const model = newestReply(state)?.model;
  const counts = countsFrom(state);
  const countedAt = measured?.source === "server" ? measured.entries : undefined;
  const places = markedPlaces(timeline);
  const marks = until === undefined ? marksOf(state, model, counts) : [];
  const left = before && before.at > (state.compacted?.from ?? 0) ? before : undefined;
  const begun = marks.at(-1) ?? (left && { ...left, sums: LedgerSums.from(left.sums) });
  const sums = begun?.sums.fork() ?? new LedgerSums(fixedPieces(state, model));
  let { lastCount, cached, measured: reached } = begun ?? { lastCount: 0, cached: 0, measured: false };
  if (!begun && state.compacted) sums.add(summaryPieces(state.compacted, state.instructions));
  for (const { entry, calls, at } of blocksOf(timeline, begun?.at ?? state.compacted?.from)) {
    if (until !== undefined && at >= until) break;
    if (at !== begun?.at && places.includes(at))
      marks.push({ at, sums: sums.fork(), lastCount, cached, measured: reached });
    // A count of the whole prompt outside of a reply.
    if (countedAt === at && countedAt > lastCount + 1 && measured) {
      sums.reach(measured.used);
      reached = true;
    }
    if (entry.kind !== "reply") {
      sums.add(entryPieces(entry, model));
      // Files that were read before the model's first reply.
      for (const call of calls) sums.add(entryPieces(call, model));
      continue;
    }
    const { prompt = 0, generated, cached: found = 0 } = entry.usage ?? {};
    const said = replyPieces(entry, calls, state.prefix, model);
    if (prompt > 0 && at >= counts) {
      lastCount = at;
      cached = found;
      sums.reach(prompt);
      if (generated !== undefined && isVerbatim(entry, calls)) sums.reply(said, generated);
      else sums.add(said);
    } else sums.add(said);
    for (const call of calls) sums.add(entryPieces(call, model));
  }
  if (until === undefined)
    keepMarks(
      state,
      model,
      counts,
      marks.filter(({ at }) => places.includes(at)),
    );
  return { sums, lastCount, cached, measured: reached };
}

/** A reply that was repaired, rejected, cut or empty is not in the history as it was counted. */
export function isVerbatim(reply: ReplyEntry, calls: readonly ToolEntry[]): boolean {
  const changed = calls.some(
    ({ rejected, recovered, repairs, by }) => rejected || recovered || repairs || by,
  );
  const silent = reply.text.trim() === "" && calls.length === 0;
  return !(changed || silent || reply.cut || reply.retried);
}

type Block = { entry: Exclude<Entry, ToolEntry>; calls: ToolEntry[]; at: number };

/** A reply and its calls are one block, as in the prompt. */
function* blocksOf(timeline: Sequence<Entry>, from = 0): Generator<Block> {
  let open: Block | undefined;
  for (let at = from; at < timeline.length; at++) {
    const entry = timeline.at(at);
    if (entry?.kind === "tool") open?.calls.push(entry);
    else if (entry) {
      if (open) yield open;
      open = { entry, calls: [], at };
    }
  }
  if (open) yield open;
}

/** The newest compaction: earlier counts were of another prompt. */
function countsFrom({ compactions, timeline }: SessionState): number {
  if (compactions === 0) return 0;
  let at = timeline.length;
  for (const entry of timeline.backwards()) {
    at--;
    if (entry.kind === "compaction") return at;
  }
  return 0;
}

function newestReply({ timeline }: SessionState): ReplyEntry | undefined {
  for (const entry of timeline.backwards()) if (entry.kind === "reply") return entry;
  return undefined;
}

function warmed(blocks: readonly LedgerBlock[], cached: number): LedgerBlock[] {
  let left = cached;
  return blocks.map((block) => {
    const hot = Math.min(block.tokens, left);
    left -= hot;
    if (block.hot === hot) return block;
    return hot === block.tokens ? whollyHot(block) : { ...block, hot };
  });
}

const hotTwins = new WeakMap<LedgerBlock, LedgerBlock>();

/** A fully cached block, memoized, since most of a long session is. */
function whollyHot(block: LedgerBlock): LedgerBlock {
  const twin = hotTwins.get(block) ?? { ...block, hot: block.tokens };
  hotTwins.set(block, twin);
  return twin;
}

function partsOf(blocks: readonly LedgerBlock[]): ContextLedger["parts"] {
  const parts: ContextLedger["parts"] = {};
  for (const { kind, tokens, estimated } of blocks) {
    const part = parts[kind] ?? { tokens: 0, estimated: false };
    part.tokens += tokens;
    part.estimated ||= estimated;
    parts[kind] = part;
  }
  return parts;
}
