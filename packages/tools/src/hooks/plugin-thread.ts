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

/** What a plugin says of itself. */
export type PluginFacts = { name?: string; tool?: string; stages: readonly HookStage[] };

type Loaded = ({ kind: "loaded" } & PluginFacts) | { kind: "broken"; detail: string };

/** Milliseconds: to load, without a question until the thread ends, and for an old thread to end before a new one begins. */
const loadMs = 5_000;
const idleMs = 60_000;
const endMs = 1_000;
/** UTF-16 units of an answer: far above what the program sends, for a plugin may speak beside it. */
const longestAnswer = 256 * 1024;
/** UTF-16 units of a stack. */
const longestStack = 8_000;
const stillThere = "its old thread has not ended";
/** MiB of heap; a plugin that wants more is ended, not the daemon. */
const mostHeap = 128;

/** One file of the user's in a thread of its own: started when it is asked, ended when it does not come back, and started anew then. */
export class PluginThread {
  readonly #file: string;
  readonly #program: string;
  #worker: Worker | undefined;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, (reply: HookReply, thrown?: Error) => void>();
  #told: ((said: Loaded) => void) | undefined;
  #gone: Promise<unknown>;

  /** `before`: when the thread that this file had earlier is gone. */
  constructor(file: string, program: string, before: Promise<unknown> = Promise.resolve()) {
    this.#file = file;
    this.#program = program;
    this.#gone = before;
  }

  /** Resolves when no thread of it is left that was told to end. One that is blocked in the system may take for ever. */
  get gone(): Promise<unknown> {
    return this.#gone;
  }

  /** What it has to say of itself; why it cannot be loaded otherwise. */
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

  /** Asks it within `ms`. One that does not answer by then is ended with its thread. */
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
      // The function may never return, so its thread is ended. The next question starts a new one.
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

  /** Ends the thread. Open questions fail with `why`. */
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

  /** Whether a thread is there, where one is still wanted. Never a second one beside one that has not ended: each would block as it did. */
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
    // Messages of a thread that was ended are ignored.
    worker.on("message", (said: unknown) => this.#worker === worker && this.#onMessage(said));
    // What is thrown may be anything, `null` too.
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

  /** A plugin may post what it likes in the program's place: whatever it is, it ends a question and not the daemon. */
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
      // expected: a plugin that posts what it likes
      for (const [, settle] of asked) settle({ kind: "failed", detail: "what it said cannot be read" });
    }
  }
}

/** Whose call or message the plugin was asked about. */
function idsIn({ session_id: sessionId, tool_use_id: callId }: HookInput): ReportIds {
  return { sessionId, ...(typeof callId === "string" && { callId }) };
}

/** What the plugin threw in its thread, as far as it came over. */
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
