import { basename } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Worker } from "node:worker_threads";
import type { CancelSignal, ReportIds } from "@kestrel/core";
import { passOver, report } from "@kestrel/diagnostics";
import { HookStage } from "@kestrel/protocol/api";
import { bareThread } from "../worker/bare-thread.ts";
import type { HookReply } from "./askable-hook.ts";
import type { HookInput } from "./hook-input.ts";
import { readValue } from "./read-reply.ts";

/** A plugin's declared properties. */
export type PluginFacts = { name?: string; tool?: string; stages: readonly HookStage[] };

type Loaded = ({ kind: "loaded" } & PluginFacts) | { kind: "broken"; detail: string };

/** Milliseconds: to load, idle until the thread ends, and for an old thread to end before a new one starts. */
const loadMs = 5_000;
const idleMs = 60_000;
const endMs = 1_000;
/** UTF-16 units of an answer: far above what the program sends, since a plugin can post messages itself. */
const longestAnswer = 256 * 1024;
/** UTF-16 units of a stack. */
const longestStack = 8_000;
const stillThere = "its old thread has not ended";
/** MiB of heap; above it the plugin is ended, not the daemon. */
const mostHeap = 128;

/** Runs one user file in its own thread: started on first use, ended when it does not answer, and restarted on the next use. */
export class PluginThread {
  readonly #file: string;
  readonly #program: string;
  #worker: Worker | undefined;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, (reply: HookReply, thrown?: Error) => void>();
  #told: ((said: Loaded) => void) | undefined;
  #gone: Promise<unknown>;

  /** `before`: resolves when the earlier thread of this file has ended. */
  constructor(file: string, program: string, before: Promise<unknown> = Promise.resolve()) {
    this.#file = file;
    this.#program = program;
    this.#gone = before;
  }

  /** Resolves when all its terminated threads have ended. One that is blocked in a system call may never end. */
  get gone(): Promise<unknown> {
    return this.#gone;
  }

  /** The plugin's properties, or why it cannot be loaded. */
  load(): Promise<PluginFacts | { broken: string }> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.end("timed-out");
        resolve({ broken: "it did not load in time" });
      }, loadMs);
      this.#told = (said) => {
        clearTimeout(late);
        if (said.kind === "broken") this.end(said.detail);
        resolve(said.kind === "broken" ? { broken: said.detail } : said);
      };
      this.#start(() => this.#told !== undefined)
        .then((there) => {
          if (!there) this.#loaded({ kind: "broken", detail: stillThere });
        })
        .catch((error: unknown) => this.#loaded({ kind: "broken", detail: String(error).slice(0, 200) }));
    });
  }

  /** Calls it with a limit of `ms`. The thread is ended when it does not answer in time. */
  ask(input: HookInput, ms: number, cancel: CancelSignal): Promise<HookReply> {
    if (cancel.aborted) return Promise.resolve({ kind: "silent" });
    return new Promise((resolve) => {
      this.#asked += 1;
      const id = this.#asked;
      const settle = (reply: HookReply, thrown?: Error) => {
        clearTimeout(late);
        cancel.removeEventListener("abort", stop);
        this.#waiting.delete(id);
        this.#rest();
        const found = thrown && report(`plugin ${basename(this.#file)}`, thrown, idsIn(input));
        resolve(reply.kind === "failed" && found ? { ...reply, report: found } : reply);
      };
      const late = setTimeout(() => {
        settle({ kind: "failed", detail: "timed-out" });
        this.end("another question of it took too long");
      }, ms);
      // The function may never return, so its thread is ended. The next call starts a new one.
      const stop = () => {
        settle({ kind: "silent" });
        this.end("the turn was stopped");
      };
      cancel.addEventListener("abort", stop, { once: true });
      this.#waiting.set(id, settle);
      const waits = () => this.#waiting.has(id);
      this.#start(waits)
        .then((there) => {
          if (!there) settle({ kind: "failed", detail: stillThere });
          else if (waits()) this.#worker?.postMessage({ id, input });
        })
        .catch((error: unknown) => settle({ kind: "failed", detail: String(error).slice(0, 200) }));
    });
  }

  /** Ends the thread. Open calls fail with `why`. */
  end(why: string, thrown?: Error): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker) this.#gone = worker.terminate();
    for (const settle of [...this.#waiting.values()]) settle({ kind: "failed", detail: why }, thrown);
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.end("idle"), idleMs);
    this.#idle.unref();
  }

  /** Whether a thread is running, if it is still wanted. Never starts a second one beside one that has not ended: each would block too. */
  async #start(wanted: () => boolean): Promise<boolean> {
    clearTimeout(this.#idle);
    if (this.#worker) return true;
    const ended = this.#gone.then(() => true);
    const over = new AbortController();
    const there = await Promise.race([
      ended,
      wait(endMs, false, { signal: over.signal }).catch(passOver("wait")),
    ]);
    over.abort();
    if (there && wanted()) this.#worker ??= this.#begin();
    return there === true;
  }

  #begin(): Worker {
    const url = pathToFileURL(this.#file).href;
    const worker = bareThread(this.#program, mostHeap, { url, stages: HookStage.options });
    worker.stdout.resume();
    worker.stderr.resume();
    const over = (why: string, thrown?: Error) => {
      if (this.#worker !== worker) return;
      this.#told?.({ kind: "broken", detail: why });
      this.end(why, thrown);
    };
    // Messages of an ended thread are ignored.
    worker.on("message", (said: unknown) => this.#worker === worker && this.#onMessage(said));
    // Any value may be thrown, also `null`.
    worker.on("error", (error: unknown) => {
      const thrown = error instanceof Error ? error : undefined;
      over(textOf(thrown?.message ?? error, 200), thrown);
    });
    worker.on("exit", () => over("its thread ended"));
    return worker;
  }

  #loaded(said: Loaded): void {
    this.#told?.(said);
    this.#told = undefined;
    this.#rest();
  }

  /** A plugin may post any message in the program's place: an invalid one fails the call, not the daemon. */
  #onMessage(said: unknown): void {
    const { kind, id, ...rest } = tableIn(said);
    const asked = [...this.#waiting].filter(([one]) => typeof id !== "number" || one === id);
    try {
      if (kind === "loaded") this.#loaded({ kind, ...factsIn(rest) });
      else if (kind === "broken") this.#loaded({ kind, detail: textOf(rest.detail) });
      else if (kind === "failed" && typeof id === "number")
        this.#waiting.get(id)?.({ kind, detail: textOf(rest.detail) }, thrownIn(rest));
      else if (kind === "answer" && typeof id === "number")
        this.#waiting.get(id)?.(readValue(valueIn(rest.text)));
      else throw new Error("no message of ours");
    } catch {
      // expected: a plugin may post anything
      for (const [, settle] of asked) settle({ kind: "failed", detail: "what it said cannot be read" });
    }
  }
}

/** The session and call ids of the input. */
function idsIn({ session_id: sessionId, tool_use_id: callId }: HookInput): ReportIds {
  return { sessionId, ...(typeof callId === "string" && { callId }) };
}

/** The error that the plugin threw, as far as it was transferred. */
function thrownIn({ detail, name, stack }: Record<string, unknown>): Error {
  const thrown = new Error(textOf(detail));
  return Object.assign(thrown, { name: textOf(name, 64), stack: textOf(stack, longestStack) });
}

function tableIn(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function valueIn(text: unknown): unknown {
  if (typeof text !== "string" || text.length > longestAnswer) throw new Error("no answer of ours");
  return JSON.parse(text);
}

function factsIn({ name, tool, stages }: Record<string, unknown>): PluginFacts {
  return {
    ...(typeof name === "string" && { name: name.slice(0, 64) }),
    ...(typeof tool === "string" && { tool: tool.slice(0, 400) }),
    stages: HookStage.options.filter((stage) => Array.isArray(stages) && stages.includes(stage)),
  };
}

function textOf(value: unknown, most = 500): string {
  return (typeof value === "string" ? value : "it failed").slice(0, most);
}
