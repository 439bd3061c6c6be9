import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { KestrelError, type Memory, type RecalledFacts, type RememberedFact } from "@kestrel/core";
import { absent, passOver } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";
import type { MemoryChange, MemoryRemains, MemoryRow, MemoryState, NewMemory } from "@kestrel/protocol/api";
import type { ImportedMemory } from "@kestrel/protocol/memory";
import { replaceText, textOfRows } from "./backends/jsonl-file.ts";
import { isNewer, KnownRows } from "./known-rows.ts";
import { isSeen, type MemoryBackend, mostRows, type RecalledRow } from "./memory-backend.ts";
import { hasMemory, memoryFiles, type OpenDatabase, type OpeningNotice, openMemory } from "./memory-file.ts";
import { factsOfOtherTools, type ReadText } from "./other-tools.ts";
import { type NearParts, NearRows } from "./recall/near-rows.ts";
import { refusalOf } from "./refuse-content.ts";
import { markdownOf } from "./snapshot.ts";

export type MemoryBookParts = {
  /** The folder of the files; created with the first fact. */
  folder: string;
  open: OpenDatabase;
  now(): Date;
  newId(): string;
  digest(text: string): string;
  /** The home folder with the files of other tools. */
  home: string;
  readText: ReadText;
  /** The current settings. `learns`: which proposals are made unasked: by code from turns, and also by a model when idle. */
  rules(): { on: boolean; learns: "off" | "lessons" | "on" };
  /** The user's embedder, if configured. */
  near?: Pick<NearParts, "embedder" | "model">;
  /**
   * Other files of the data folder that contain a text, and sessions that contain an older one; without it only sessions recorded in a fact
   * are reported.
   */
  traces?(
    texts: readonly string[],
    given: readonly SessionId[],
  ): Promise<Pick<MemoryRemains, "sessions" | "removed" | "files">>;
  /** Erases lines with a text from terminal history. Returns how many. */
  eraseTyped?(texts: readonly string[]): Promise<number>;
  notice(notice: OpeningNotice): void;
};

/** A fact to store, from the user or proposed by a model. `workspace`: a real path. */
type NewFact = Omit<NewMemory, "source"> & {
  source?: NewMemory["source"] | "proposed";
  outside?: boolean;
  file?: string;
};

/** Most facts added to a message; most sessions recorded per row; most unasked proposals from one session. */
const most = { recalled: 5, sessions: 50, proposed: 3 } as const;
/** Digests of proposals that the user deleted: nothing is proposed twice. */
const refusedFile = "refused";
/** Delay of the snapshot after the last change. Milliseconds. */
const snapshotMs = 500;
/** A `conversation` row that was neither changed nor used for ninety days is deleted. Checked once a day. Milliseconds. */
const oldMs = 90 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** Most proposals at once from files of other tools. */
const mostOffered = 200;
/** How long turns do not ask again after memory failed. Milliseconds. */
const restMs = 15_000;

/** The user's memory, for turns, clients and models. Opens no file before there is a fact. */
export class MemoryBook implements Memory {
  readonly #parts: MemoryBookParts;
  #opening: Promise<MemoryBackend> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #restsUntil = 0;
  #cleansAt = 0;
  /** Every pinned row, or with an embedder every row; read again after a change. */
  #all: MemoryRow[] | undefined;
  readonly #near: NearRows | undefined;
  constructor(parts: MemoryBookParts) {
    this.#parts = parts;
    const { near, digest, now } = parts;
    this.#near = near && new NearRows({ ...near, digest, now: () => now().getTime() });
  }

  get on(): boolean {
    return this.#parts.rules().on;
  }

  get selects(): boolean {
    return this.on && this.#parts.rules().learns === "on";
  }

  get propose(): Memory["propose"] {
    return this.on && this.#parts.rules().learns !== "off" ? this.#propose : undefined;
  }

  /** The recall of a turn. */
  async recall({ words, workspace, known }: Parameters<Memory["recall"]>[0]): ReturnType<Memory["recall"]> {
    if (!this.on || this.#parts.now().getTime() < this.#restsUntil) return undefined;
    if (!(await this.#exists())) return { pinned: [], found: [], known: [] };
    try {
      return await this.#using(async (backend): Promise<RecalledFacts> => {
        this.#all ??= (await backend.list({ all: true })).filter((row) => row.pinned || this.#near);
        const seen = this.#all.filter((row) => row.source !== "proposed" && isSeen(row, { workspace }));
        const pinned = seen.filter((row) => row.pinned);
        const found = await backend.recall(words, { workspace }, most.recalled);
        const near = backend.vectors && (await this.#near?.nearest(words, seen, backend.vectors));
        if (near && !found.some(({ row }) => row.id === near.id)) found.push({ row: near, score: 0 });
        const now = await Promise.all(known.map((id) => backend.get(id)));
        return {
          pinned: pinned.map(this.#factOf),
          found: found.map(({ row }) => this.#factOf(row)),
          known: now.flatMap((row) => (row ? [this.#factOf(row)] : [])),
        };
      });
    } catch (error) {
      this.#restsUntil = this.#parts.now().getTime() + restMs;
      throw error;
    }
  }

  used(ids: readonly string[], session: SessionId): void {
    const usedAt = this.#parts.now().toISOString();
    void this.#using(async (backend) => {
      for (const id of ids) {
        const row = await backend.get(id);
        if (!row) continue;
        const sessions = [session, ...(row.sessions ?? []).filter((one) => one !== session)];
        await backend.store({
          ...row,
          uses: row.uses + 1,
          usedAt,
          sessions: sessions.slice(0, most.sessions),
        });
      }
      this.#changed();
    }).catch(passOver("counting the uses of facts"));
  }

  /** A search by the user. */
  async find(words: string, workspace?: string): Promise<RecalledRow[]> {
    if (!(await this.#exists())) return [];
    return this.#using((backend) => backend.recall(words, { workspace }, 20));
  }

  async list(filter: { workspace?: string; all?: true }): Promise<{ state: MemoryState; rows: MemoryRow[] }> {
    const file = memoryFiles(this.#parts.folder).markdown;
    if (!(await this.#exists()))
      return { state: { backend: "none", on: this.on, healthy: true, file }, rows: [] };
    return this.#using(async (backend) => {
      const state = { backend: backend.kind, on: this.on, healthy: await backend.health(), file };
      return { state, rows: await backend.list(filter) };
    });
  }

  async get(id: string): Promise<MemoryRow | undefined> {
    return (await this.#exists()) ? this.#using((backend) => backend.get(id)) : undefined;
  }

  /** Stores a fact. One with the same words, or the same key, is not stored twice. Rejects with `memory_refused`. */
  async store(fact: NewFact): Promise<MemoryRow> {
    const content = await this.#checked(fact.content, fact.source);
    if (fact.source === "proposed" && (await this.#rejected()).has(this.#parts.digest(content)))
      throw new KestrelError("memory_refused", "the person deleted it", { reason: "memory_rejected" });
    return this.#using(async (backend) => {
      const known = new KnownRows(await backend.list({ workspace: fact.workspace }));
      const told = { ...fact, content };
      const key = fact.source === "proposed" ? fact.key : known.keyOf(told, this.#parts.digest);
      return this.#keep(backend, known, { ...told, key });
    });
  }

  /**
   * Stores the facts of a file that the user reviewed; `check` only returns the outcome of each. Existing facts stay, and of two with one
   * key the newer is stored.
   */
  async import(
    facts: readonly (ImportedMemory & { gone?: boolean })[],
    { check }: { check?: true } = {},
  ): Promise<string[]> {
    const kept = async (backend: MemoryBackend | undefined): Promise<string[]> => {
      const known = new KnownRows((await backend?.list({ all: true })) ?? []);
      const came: string[] = [];
      for (const { at, gone, ...fact } of facts) {
        const content = fact.content.trim();
        const { equal, keyed } = known.like({ ...fact, content }, this.#parts.digest);
        const isKnown = (equal ?? keyed) !== undefined;
        const stays = equal ? equal.source !== "proposed" : isNewer(keyed, at);
        const full = !isKnown && known.count >= mostRows && "memory_full";
        const refused = refusalOf(content) ?? (!stays && ((gone && "memory_folder") || full));
        came.push(refused || (stays ? "there" : "stored"));
        if (refused || stays) continue;
        const wanted = { ...fact, content, source: "imported" as const };
        if (check || !backend) known.meet(this.#rowOf(known, wanted));
        else await this.#keep(backend, known, wanted);
      }
      return came;
    };
    if (check && !(await this.#exists())) return kept(undefined);
    return this.#using(kept);
  }

  async #keep(backend: MemoryBackend, known: KnownRows, fact: NewFact): Promise<MemoryRow> {
    const { keyed } = known.like(fact, this.#parts.digest);
    // A proposal changes nothing: neither the user's fact, nor a proposal under review.
    if (fact.source === "proposed" && keyed) return keyed;
    const row = await this.#kept(backend, this.#rowOf(known, fact));
    known.meet(row);
    return row;
  }

  #rowOf(known: KnownRows, fact: NewFact): MemoryRow {
    const { key, keyed: before } = known.like(fact, this.#parts.digest);
    const { content, source = "typed" } = fact;
    const at = this.#parts.now().toISOString();
    const row: MemoryRow = {
      ...{ id: this.#parts.newId(), createdAt: at, uses: 0, category: "core" },
      ...before,
      ...{ key, content, source, updatedAt: at },
      ...(fact.category !== undefined && { category: fact.category }),
      ...(fact.workspace !== undefined && { workspace: fact.workspace }),
      ...(fact.session !== undefined && { session: fact.session }),
      ...(fact.outside && { outside: true }),
      ...(fact.file !== undefined && { file: fact.file }),
      ...(before && before.content !== content && { previous: before.content }),
    };
    return withPin(row, fact.pinned);
  }

  /** Digests of the proposals that the user deleted. */
  async #rejected(): Promise<ReadonlySet<string>> {
    const text = await readFile(join(this.#parts.folder, refusedFile), "utf8").catch(absent);
    return new Set(text?.split("\n"));
  }

  readonly #propose = (lesson: Parameters<NonNullable<Memory["propose"]>>[0]): void => {
    const proposing = async () => {
      if (refusalOf(lesson.content) || (await this.#rejected()).has(this.#parts.digest(lesson.content)))
        return;
      const { rows } = await this.list({ workspace: lesson.workspace });
      if (rows.filter(({ session }) => session === lesson.session).length >= most.proposed) return;
      await this.store({ ...lesson, source: "proposed" });
    };
    void proposing().catch(passOver("proposing a lesson"));
  };

  /** Proposes the facts of other tools. The user decides about each; invalid ones are left out. */
  async offer(workspace?: string): Promise<{ files: { file: string; facts: number }[] }> {
    const files: { file: string; facts: number }[] = [];
    let left = mostOffered;
    const { readText, home } = this.#parts;
    const found = await factsOfOtherTools(readText, home, workspace);
    if (found.length === 0) return { files };
    const rejected = await this.#rejected();
    return this.#using(async (backend) => {
      const known = new KnownRows(await backend.list({ all: true }));
      for (const { file, facts, ...scope } of found) {
        let count = 0;
        for (const content of facts.slice(0, left)) {
          if (refusalOf(content) || rejected.has(this.#parts.digest(content))) continue;
          const wanted = { content, source: "proposed", outside: true, file, ...scope } as const;
          const row = await this.#keep(backend, known, wanted);
          if (row.source === "proposed") count += 1;
        }
        left -= count;
        if (count > 0) files.push({ file, facts: count });
      }
      return { files };
    });
  }

  /** Changes a fact, or accepts a proposal. Rejects with `not_found` or `memory_refused`. */
  async change({ id, content, category, pinned, accept }: MemoryChange): Promise<MemoryRow> {
    const words = content === undefined ? undefined : await this.#checked(content);
    return this.#using(async (backend) => {
      const before = await backend.get(id);
      if (!before) throw missing(id);
      const other = words !== undefined && words !== before.content;
      const proposed = before.source === "proposed";
      const row: MemoryRow = {
        ...before,
        ...(category !== undefined && { category }),
        ...(other && { content: words, source: proposed ? before.source : "edited" }),
        ...(other && !proposed && { previous: before.content }),
        ...(accept && proposed && { source: "approved" }),
        updatedAt: this.#parts.now().toISOString(),
      };
      return this.#kept(backend, withPin(row, pinned));
    });
  }

  /** Erases a fact and reports what still contains its words. Rejects with `not_found`. */
  async forget(id: string): Promise<{ forgotten: MemoryRow; remains: MemoryRemains }> {
    if (!(await this.#exists())) throw missing(id);
    const forgotten = await this.#using(async (backend) => {
      const row = await backend.get(id);
      if (!row || !(await backend.forget(id))) throw missing(id);
      for (const words of [row.content, row.previous ?? ""]) backend.vectors?.drop(this.#parts.digest(words));
      this.#all = undefined;
      if (row.source === "proposed")
        await appendFile(join(this.#parts.folder, refusedFile), `${this.#parts.digest(row.content)}\n`, {
          mode: 0o600,
        });
      // Not delayed: until then the snapshot contains the words.
      await this.#snapshot(backend);
      return row;
    });
    const { content, previous, session, sessions = [] } = forgotten;
    const texts = [content, ...(previous === undefined ? [] : [previous])];
    // After the file: no turn waits for it. A proposal was not typed.
    const erasedLines = forgotten.source === "proposed" ? 0 : ((await this.#parts.eraseTyped?.(texts)) ?? 0);
    const known = [...new Set([...(session ? [session] : []), ...sessions])];
    const traces = (await this.#parts.traces?.(texts, sessions)) ?? {
      sessions: known,
      removed: [],
      files: [],
    };
    return { forgotten, remains: { ...traces, erasedLines, copies: true } };
  }

  /** Writes pending changes to the snapshot, and closes the file. */
  async close(): Promise<void> {
    await this.#last;
    const backend = await this.#opening?.catch(passOver("closing memory"));
    if (backend && this.#timer)
      await this.#snapshot(backend).catch(passOver("writing the snapshot of memory"));
    this.#opening = undefined;
    await backend?.close();
  }

  /** As `checked`. A typed text that is refused as a secret is also erased from terminal history. */
  async #checked(content: string, source?: NewFact["source"]): Promise<string> {
    const words = content.trim();
    if (source !== "proposed" && refusalOf(words) === "memory_secret")
      await this.#parts.eraseTyped?.([words]);
    return checked(content);
  }

  #factOf = ({ id, content, updatedAt }: MemoryRow): RememberedFact => ({
    ...{ id, content, at: updatedAt },
    digest: this.#parts.digest(content).slice(0, 16),
  });

  async #exists(): Promise<boolean> {
    return this.#opening !== undefined || hasMemory(this.#parts.folder);
  }

  /** Serializes the work. A file that fails is reopened the next time. */
  #using<Value>(work: (backend: MemoryBackend) => Promise<Value>): Promise<Value> {
    const done = this.#last.then(async () => {
      const { folder, open, notice, now } = this.#parts;
      this.#opening ??= openMemory(folder, open, notice);
      try {
        const backend = await this.#opening;
        if (this.on && now().getTime() >= this.#cleansAt) await this.#clean(backend);
        return await work(backend);
      } catch (error) {
        if (error instanceof KestrelError && error.code !== "memory_unavailable") throw error;
        const backend = await this.#opening.catch(() => undefined); // expected: the method rejects for its caller
        this.#opening = undefined;
        await backend?.close().catch(passOver("closing memory"));
        throw error;
      }
    });
    this.#last = done.catch(() => undefined); // expected: the method rejects for its caller
    return done;
  }

  async #clean(backend: MemoryBackend): Promise<void> {
    const now = this.#parts.now().getTime();
    this.#cleansAt = now + dayMs;
    const rows = await backend.list({ category: "conversation", all: true });
    const old = rows.filter(
      ({ pinned, updatedAt, usedAt = updatedAt }) =>
        !pinned && now - Math.max(Date.parse(updatedAt), Date.parse(usedAt)) > oldMs,
    );
    if (old.length === 0) return;
    for (const { id, content } of old) {
      await backend.forget(id);
      backend.vectors?.drop(this.#parts.digest(content));
    }
    this.#all = undefined;
    await this.#snapshot(backend);
    this.#parts.notice({ code: "memory_expired", rows: old.length });
  }

  async #kept(backend: MemoryBackend, row: MemoryRow): Promise<MemoryRow> {
    const kept = await backend.store(row);
    this.#changed();
    return kept;
  }

  #changed(): void {
    this.#all = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#using((backend) => this.#snapshot(backend)).catch(
        passOver("writing the snapshot of memory"),
      );
    }, snapshotMs).unref();
  }

  async #snapshot(backend: MemoryBackend): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const files = memoryFiles(this.#parts.folder);
    const rows = await backend.list({ all: true });
    if (backend.kind === "sqlite") await replaceText(files.rows, textOfRows(rows));
    await replaceText(files.markdown, markdownOf(rows));
  }
}

/** One trimmed line. Throws `memory_refused`. */
function checked(content: string): string {
  const words = content.trim();
  const reason = refusalOf(words);
  if (reason) throw new KestrelError("memory_refused", "no fact", { reason });
  return words;
}

function withPin(row: MemoryRow, pinned: boolean | undefined): MemoryRow {
  if (pinned === undefined) return row;
  const { pinned: _, ...bare } = row;
  return pinned ? { ...bare, pinned: true } : bare;
}

function missing(id: string): KestrelError {
  return new KestrelError("not_found", "no such fact", { words: id });
}
