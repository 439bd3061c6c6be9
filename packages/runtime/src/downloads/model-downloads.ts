import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { absent, passOver, reportUnexpected } from "@kestrel/diagnostics";
import type { Failure } from "@kestrel/protocol";
import { KeptDownload, type ModelDownload } from "@kestrel/protocol/downloads";
import { type Hub, planDownload, unreached } from "./plan-download.ts";
import { refused } from "./read-source.ts";
import { checkFile, type FileOnItsWay, partOf, type Transfer, transferFile } from "./transfer-file.ts";

export type DownloadParts = {
  /** The models folder, with one subfolder per owner and repository. Nothing outside is written or deleted. */
  folder: string;
  hub: Hub;
  /** Unfinished downloads, stored as a list in a file. */
  kept: { read(): Promise<readonly unknown[]>; write(rows: readonly unknown[]): Promise<void> };
  /** The source of a model's short name, if the table has it. */
  known(name: string): string | undefined;
  /** Called when a model is complete, with its first file. */
  onDone?(path: string): void;
  firstPauseMs?: number;
  silenceMs?: number;
  /** Maximum bytes of a file without a reported size. */
  mostUnsized?: number;
};

/** Concurrent downloads; others wait. */
const mostAtOnce = 2;
/** Completed downloads that stay listed. */
const mostDone = 20;
/** Bytes: limit of a file without a reported size, which may also use at most half of the free space. */
const usualMostUnsized = 64e9;
/** Bytes kept free on the disk beside the model. */
const spareBytes = 256_000_000;
/** Milliseconds: the window of a speed, and the interval between its samples. */
const speedOverMs = 5_000;
const speedEveryMs = 250;

type Job = {
  id: string;
  source: string;
  name: string;
  files: FileOnItsWay[];
  state: ModelDownload["state"];
  failure?: Failure;
  stop?: AbortController;
  over?: Promise<void>;
  samples: [at: number, received: number][];
};

/** Downloads of models that the user requested. Interrupted ones resume at the daemon's next start. */
export class ModelDownloads {
  readonly #parts: DownloadParts;
  readonly #jobs = new Map<string, Job>();
  readonly #closing = new AbortController();
  #loaded: Promise<void> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: DownloadParts) {
    this.#parts = parts;
  }

  get folder(): string {
    return this.#parts.folder;
  }

  /** Resumes what ran when the daemon ended. Never rejects. */
  async begin(): Promise<void> {
    await this.#load().catch(passOver("reading the downloads"));
  }

  running(): boolean {
    return [...this.#jobs.values()].some(({ state }) => isActive(state));
  }

  async list(): Promise<ModelDownload[]> {
    await this.#load();
    return [...this.#jobs.values()].map((job) => shown(job, this.folder)).reverse();
  }

  /** Starts or resumes a download. Rejects with `download_refused`, `download_auth`, `download_no_room` or `download_failed`. */
  async start(asked: string): Promise<ModelDownload> {
    await this.#load();
    const source = this.#parts.known(asked.trim().toLowerCase()) ?? asked.trim();
    const before = [...this.#jobs.values()].find((one) => one.source === source && one.state !== "done");
    if (before && isActive(before.state)) return shown(before, this.folder);
    const { folder, hub } = this.#parts;
    const { name, files } = await planDownload(source, hub, this.#closing.signal);
    const known = new Map(before?.files.map((file) => [file.path, file]));
    const rows = await Promise.all(
      files.map(async (plan): Promise<FileOnItsWay> => {
        const { etag, sum: before } = known.get(plan.path) ?? {};
        const sum = plan.sum ?? before;
        const there = await stat(join(folder, plan.path)).catch(absent);
        const whole = there?.isFile() && (plan.size === undefined || there.size === plan.size);
        const part = await stat(join(folder, partOf(plan.path))).catch(absent);
        return {
          ...plan,
          received: whole ? 0 : (part?.size ?? 0),
          ...(etag !== undefined && { etag }),
          ...(sum !== undefined && { sum }),
          // Its checksum is verified later.
          ...(whole && { found: true as const, size: there?.size ?? 0 }),
        };
      }),
    );
    const others = [...this.#jobs.values()].filter((one) => one !== before && one.state !== "done");
    if (others.some((one) => one.files.some(({ path }) => rows.some((row) => row.path === path))))
      throw refused("download_twice", name);
    await this.#refuseFull(name, rows);
    const job: Job = {
      id: before?.id ?? `d${Date.now().toString(36)}${randomBytes(2).toString("hex")}`,
      source,
      name,
      files: rows,
      state: "waiting",
      samples: [],
    };
    this.#jobs.delete(job.id);
    this.#jobs.set(job.id, job);
    await this.#keep();
    this.#next();
    return shown(job, this.folder);
  }

  async pause(id: string): Promise<ModelDownload> {
    const job = await this.#get(id);
    if (isActive(job.state)) {
      job.state = "paused";
      job.stop?.abort();
      await job.over;
      await this.#keep();
      this.#next();
    }
    return shown(job, this.folder);
  }

  /** Deletes a download's files. Complete files stay when the model is done. */
  async drop(id: string): Promise<void> {
    const job = await this.#get(id);
    const isDone = job.state === "done";
    job.state = "paused";
    job.stop?.abort();
    await job.over;
    this.#jobs.delete(id);
    if (!isDone) for (const { path } of job.files) await rm(partOf(join(this.folder, path)), { force: true });
    await this.#keep();
    this.#next();
  }

  /** Removes the entry of a deleted model. */
  forget(path: string): void {
    for (const job of this.#jobs.values())
      if (job.state === "done" && join(this.folder, job.files[0]?.path ?? "") === path)
        this.#jobs.delete(job.id);
  }

  /** Stops running downloads; the next `begin` resumes them. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#jobs.values()].map(({ over }) => over));
    await this.#writing;
  }

  async #get(id: string): Promise<Job> {
    await this.#load();
    const job = this.#jobs.get(id);
    if (!job) throw new KestrelError("not_found", "no such download", { words: id });
    return job;
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    for (const row of await this.#parts.kept.read()) {
      const read = KeptDownload.safeParse(row);
      if (!read.success) continue;
      const { id, source, name, paused, files } = read.data;
      const sized = files.map(async (file) => {
        const path = join(this.folder, file.path);
        const there = await stat(partOf(path)).catch(absent);
        return { ...file, received: there?.size ?? (file.whole ? (file.size ?? 0) : 0) };
      });
      const state = paused ? "paused" : "waiting";
      this.#jobs.set(id, { id, source, name, files: await Promise.all(sized), state, samples: [] });
    }
    this.#next();
  }

  #keep(): Promise<unknown> {
    const rows = [...this.#jobs.values()]
      .filter(({ state }) => state !== "done")
      .map(({ id, source, name, state, files }) => ({
        ...{ id, source, name },
        paused: state === "paused" || state === "failed",
        files: files.map(({ received: _, ...file }) => file),
      }));
    this.#writing = this.#writing.then(async () => {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await this.#parts.kept.write(rows);
    });
    this.#writing = this.#writing.catch(passOver("keeping the list of downloads"));
    return this.#writing;
  }

  #next(): void {
    const jobs = [...this.#jobs.values()];
    let free = mostAtOnce - jobs.filter(({ over }) => over).length;
    for (const job of jobs) {
      if (free <= 0 || this.#closing.signal.aborted) return;
      if (job.state !== "waiting" || job.over) continue;
      free -= 1;
      job.state = "running";
      job.over = this.#run(job).finally(() => {
        job.over = undefined;
        this.#next();
      });
    }
  }

  /** Never rejects: the result is in the job. */
  async #run(job: Job): Promise<void> {
    job.stop = new AbortController();
    const signal = AbortSignal.any([job.stop.signal, this.#closing.signal]);
    try {
      for (const file of job.files) if (!file.whole) await this.#fetch(job, file, signal);
      await this.#settle(job);
      job.state = "done";
      job.failure = undefined;
      const done = [...this.#jobs.values()].filter(({ state }) => state === "done");
      for (const { id } of done.slice(0, Math.max(0, done.length - mostDone))) this.#jobs.delete(id);
      this.#parts.onDone?.(join(this.folder, job.files[0]?.path ?? ""));
    } catch (error) {
      if (signal.aborted) job.state = this.#closing.signal.aborted ? "waiting" : "paused";
      else {
        const known = error instanceof KestrelError ? error : reported(error, job);
        job.state = "failed";
        job.failure = { code: known.code, params: known.params };
      }
    }
    await this.#keep();
  }

  async #fetch(job: Job, file: FileOnItsWay, signal: AbortSignal): Promise<void> {
    const { hub, firstPauseMs = 1_000, silenceMs = 60_000 } = this.#parts;
    const token = file.url.startsWith(`${new URL(hub.url).origin}/`) ? hub.token() : undefined;
    const path = join(this.folder, file.path);
    const how: Transfer = {
      ...{ signal, firstPauseMs, silenceMs },
      ...(token !== undefined && { token }),
      variable: hub.variable,
      onNews: (checking) => {
        if (job.state !== "paused") job.state = checking ? "checking" : "running";
        const now = performance.now();
        const last = job.samples.at(-1);
        if (last && now - last[0] < speedEveryMs) return;
        job.samples.push([now, received(job)]);
        while (job.samples.length > 2 && now - (job.samples[0]?.[0] ?? now) > speedOverMs)
          job.samples.shift();
      },
      room: async () => {
        const room = await this.#refuseFull(job.name, job.files);
        await this.#keep();
        return room;
      },
    };
    if (file.found && !(await checkFile(file, path, how))) file.found = undefined;
    if (!file.found) await transferFile(file, path, how);
    // Left by an earlier download.
    else await rm(partOf(path), { force: true });
    await this.#keep();
  }

  /** Makes all files of a model visible together: a single part is unusable. */
  async #settle({ files }: Job): Promise<void> {
    for (const { path } of files) {
      const target = join(this.folder, path);
      if (await stat(partOf(target)).catch(absent)) await rename(partOf(target), target);
    }
  }

  /** Rejects with `download_no_room` when the disk lacks space for this and the running models. Returns the bytes available for it. */
  async #refuseFull(name: string, files: readonly FileOnItsWay[]): Promise<number> {
    const needed = stillToCome(files);
    const others = [...this.#jobs.values()].filter((job) => isActive(job.state) && job.files !== files);
    const taken = others.reduce((sum, job) => sum + stillToCome(job.files), 0);
    const disk = await freeBytes(this.folder);
    const { mostUnsized = usualMostUnsized } = this.#parts;
    if (disk === undefined) return mostUnsized;
    const free = Math.max(0, disk - taken);
    if (needed + spareBytes <= free || needed === 0) return Math.min(mostUnsized, (free - spareBytes) / 2);
    const params = { name, path: this.folder, needs: gibibytes(needed), free: gibibytes(free) };
    throw new KestrelError("download_no_room", `${name} needs ${needed} bytes, ${free} are free`, params);
  }
}

/** Bytes that this user can write below a folder, which need not exist yet. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    const facts = await statfs(path).catch(absent);
    if (facts) return facts.bavail * facts.bsize;
    if (dirname(path) === path) return undefined;
  }
}

const stillToCome = (files: readonly FileOnItsWay[]) =>
  files.reduce((sum, { size = 0, received, found }) => sum + (found ? 0 : Math.max(0, size - received)), 0);

const gibibytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(bytes < 1e8 ? 3 : 1)} GiB`;

function reported(error: unknown, { files, name }: Job): KestrelError {
  reportUnexpected("downloading a model", error);
  const told = unreached(files[0]?.url ?? "", name, error);
  return told instanceof KestrelError ? told : new KestrelError("download_failed", name, { name });
}

const isActive = (state: ModelDownload["state"]) => ["waiting", "running", "checking"].includes(state);
const received = ({ files }: Job) => files.reduce((sum, file) => sum + file.received, 0);

function shown(job: Job, folder: string): ModelDownload {
  const { id, source, name, state, failure, files, samples } = job;
  const [first, last] = [samples[0], samples.at(-1)];
  const span = first && last ? last[0] - first[0] : 0;
  const speed =
    first && last && span > 0 ? Math.max(0, Math.round(((last[1] - first[1]) * 1000) / span)) : undefined;
  const isSized = files.every(({ size }) => size !== undefined);
  return {
    ...{ id, source, name, state, files: files.length, received: received(job) },
    ...(isSized && { total: files.reduce((sum, { size = 0 }) => sum + size, 0) }),
    ...(state === "running" && speed !== undefined && { speed }),
    verified: files.every(({ sum }) => sum !== undefined),
    ...(files.every(({ found }) => found) && { found: true as const }),
    ...(failure && { failure }),
    ...(state === "done" && { path: join(folder, files[0]?.path ?? "") }),
  };
}
