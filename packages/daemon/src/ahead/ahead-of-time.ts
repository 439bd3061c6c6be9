import {
  type Engine,
  type EventLog,
  type ModelBackend,
  modelChanged,
  promptAhead,
  type Session,
  steadyWords,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { AheadCounters, SessionId } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { estimateTokens } from "@kestrel/text";
import { type AheadKind, AheadLedger } from "./ahead-ledger.ts";

/** What forbids reading ahead of time now. */
export type AheadRules = { paused(): Promise<AheadCounters["paused"]> };

export type AheadParts = {
  backend: Pick<ModelBackend, "prefill">;
  engine: Pick<Engine, "status" | "watch">;
  /** The model of a session that the main one does not answer. */
  beside?(state: SessionState): Omit<AheadParts, "beside" | "rules"> | undefined;
  rules?: AheadRules;
};

/** Whose prompt may be read. */
type Reader = { id: SessionId; session: Pick<Session, "state">; log: Pick<EventLog, "damage"> };

type Job = { kind: AheadKind; of: Reader; words: string };

/** Prefill of typed text waits this long for a pause; pasted text is prefilled at once. Milliseconds. */
const typingPause = 300;
/** Fewer new words than this are read in no time when they are sent. Tokens, by estimate. */
const worthReading = 48;
/** What the person waits for soonest first. */
const kinds = ["draft", "settle", "warm"] as const;

/**
 * Prefills the prompt cache while the engine is idle: with text being typed, with what a template renders anew after a turn,
 * and with a session that was opened again. Runs one job at a time, the newest of its kind. Replies go first. Typed text is
 * kept in memory only.
 */
export class AheadOfTime {
  readonly #parts: AheadParts;
  readonly #ledger = new AheadLedger();
  readonly #jobs = new Map<AheadKind, Job>();
  /** The unsent text of each session. */
  readonly #drafts = new Map<SessionId, string>();
  /** What its engine has processed since its last start, by session. */
  readonly #read = new Map<SessionId, { words: string; engine: AheadParts["engine"] }>();
  readonly #watched = new Set<AheadParts["engine"]>();
  #typing: NodeJS.Timeout | undefined;
  #underWay: { job: Job; stop: AbortController } | undefined;

  constructor(parts: AheadParts) {
    this.#parts = parts;
    this.#watch(parts.engine);
  }

  async counters(): Promise<Omit<AheadCounters, "calls">> {
    return { ...this.#ledger.sums(), paused: await this.#parts.rules?.paused() };
  }

  /** Called with the text in the input of a session after each change. */
  typed(of: Reader, text: string, whole: boolean): void {
    clearTimeout(this.#typing);
    const words = steadyWords(text, whole);
    this.#drafts.set(of.id, words);
    const { job, stop } = this.#underWay ?? {};
    // Words that are no longer meant are not read to their end.
    if (job?.kind === "draft" && !(job.of.id === of.id && words.startsWith(job.words))) stop?.abort();
    if (whole) {
      this.#readDraft(of);
      return;
    }
    this.#typing = setTimeout(() => this.#readDraft(of), typingPause);
    this.#typing.unref();
  }

  /** A turn began: its words are typed no longer. */
  began({ id }: Reader): void {
    this.#drafts.delete(id);
    for (const [kind, { of }] of [...this.#jobs]) if (of.id === id) this.#jobs.delete(kind);
  }

  /** A reply was counted. */
  noteReply(of: Reader, usage: Parameters<AheadLedger["noteReply"]>[1]): void {
    this.#ledger.noteReply(of.id, usage);
    if (usage) this.#read.set(of.id, { words: "", engine: this.#modelOf(of).engine });
  }

  /** A turn ended. Prefills what its template renders anew at the next message, and text typed meanwhile. */
  rested(of: Reader): void {
    if (thought(of)) this.#wish({ kind: "settle", of, words: "" });
    this.#readDraft(of);
  }

  /** A session was loaded from its log. */
  opened(of: Reader): void {
    if (!this.#read.has(of.id)) this.#wish({ kind: "warm", of, words: "" });
  }

  forget(session: SessionId): void {
    this.#drafts.delete(session);
    this.#read.delete(session);
    this.#ledger.lost(session);
  }

  #readDraft(of: Reader): void {
    const words = this.#drafts.get(of.id) ?? "";
    const before = this.#read.get(of.id)?.words;
    const news = before !== undefined && words.startsWith(before) ? words.slice(before.length) : words;
    if (words === "" || estimateTokens(news) < worthReading) return;
    this.#wish({ kind: "draft", of, words });
  }

  #wish(job: Job): void {
    if (!this.#parts.rules || !this.#parts.backend.prefill) return;
    this.#jobs.set(job.kind, job);
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#underWay) return;
    for (let job = this.#next(); job; job = this.#next()) {
      const stop = new AbortController();
      this.#underWay = { job, stop };
      await this.#do(job, stop.signal).catch(passOver(`prefill: ${job.kind}`));
      this.#underWay = undefined;
    }
  }

  #next(): Job | undefined {
    for (const kind of kinds) {
      const job = this.#jobs.get(kind);
      if (!job) continue;
      const { state, model } = this.#modelOf(job.of).engine.status();
      // Nothing is started for this.
      if (state !== "ready" || model === undefined || model.traits?.noPrefill) continue;
      this.#jobs.delete(kind);
      return job;
    }
    return undefined;
  }

  #modelOf({ session }: Pick<Reader, "session">): Pick<AheadParts, "backend" | "engine"> {
    const beside = this.#parts.beside?.(session.state());
    if (beside) this.#watch(beside.engine);
    return beside ?? this.#parts;
  }

  async #do({ kind, of, words }: Job, cancel: AbortSignal): Promise<void> {
    const { rules } = this.#parts;
    const { backend, engine } = this.#modelOf(of);
    if (of.log.damage?.() || (await rules?.paused()) !== undefined) return;
    const state = of.session.state();
    const { model } = engine.status();
    // A model other than the session's gets no request before the user agreed.
    if (modelChanged(state, model)) return;
    const prompt = promptAhead(state, words);
    if (!prompt) return;
    const asked = { session: of.id, ...(words === "" ? {} : { unsent: true as const }) };
    const done = await backend.prefill?.(prompt, asked, cancel);
    if (!done) return;
    this.#ledger.note(of.id, kind, done);
    if (done.whole) this.#read.set(of.id, { words, engine });
  }

  #watch(engine: AheadParts["engine"]): void {
    if (this.#watched.has(engine)) return;
    this.#watched.add(engine);
    engine.watch((status) => this.#engineIs(engine, status));
  }

  #engineIs(engine: AheadParts["engine"], { state }: EngineStatus): void {
    if (state === "ready") void this.#work();
    else if (state !== "busy")
      for (const [id, read] of [...this.#read])
        if (read.engine === engine) {
          this.#read.delete(id);
          this.#ledger.lost(id);
        }
  }
}

/** The model thought in its last turn: what the template leaves out of it is rendered anew at the next message. */
function thought({ session }: Reader): boolean {
  for (const entry of session.state().timeline.backwards()) {
    if (entry.kind === "user") return false;
    if (entry.kind === "reply" && entry.reasoning !== "") return true;
  }
  return false;
}
