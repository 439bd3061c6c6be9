import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { CancelSignal } from "@kestrel/core";
import type { HookStage } from "@kestrel/protocol";
import type { HookReply } from "./askable-hook.ts";
import type { HookInput } from "./hook-input.ts";
import { readValue } from "./read-reply.ts";

/** What a plugin says of itself. */
export type PluginFacts = { name?: string; tool?: string; stages: readonly HookStage[] };

type Said =
  | ({ kind: "loaded" } & PluginFacts)
  | { kind: "broken"; detail: string }
  | { kind: "answer"; id: number; text: string }
  | { kind: "failed"; id: number; detail: string };

/** Milliseconds: to load, and without a question until the thread ends. */
const loadMs = 5_000;
const idleMs = 60_000;
/** MiB of heap; a plugin that wants more is ended, not the daemon. */
const mostHeap = 128;

/** One file of the user's in a thread of its own: started when it is asked, ended when it does not come back, and started anew then. */
export class PluginThread {
  readonly #file: string;
  readonly #program: string;
  #worker: Worker | undefined;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  readonly #waiting = new Map<number, (reply: HookReply) => void>();
  #told: ((said: Extract<Said, { kind: "loaded" | "broken" }>) => void) | undefined;

  constructor(file: string, program: string) {
    this.#file = file;
    this.#program = program;
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
      this.#start();
    });
  }

  /** Asks it within `ms`. One that does not answer by then is ended with its thread. */
  ask(input: HookInput, ms: number, cancel: CancelSignal): Promise<HookReply> {
    if (cancel.aborted) return Promise.resolve({ kind: "silent" });
    return new Promise((resolve) => {
      this.#start();
      this.#asked += 1;
      const id = this.#asked;
      const settle = (reply: HookReply) => {
        clearTimeout(late);
        cancel.removeEventListener("abort", stop);
        this.#waiting.delete(id);
        this.#rest();
        resolve(reply);
      };
      const late = setTimeout(() => {
        settle({ kind: "failed", detail: "timed-out" });
        this.end("another question of it took too long");
      }, ms);
      // Whether it would have come back nobody knows: it begins anew with the next question.
      const stop = () => {
        settle({ kind: "silent" });
        this.end("the turn was stopped");
      };
      cancel.addEventListener("abort", stop, { once: true });
      this.#waiting.set(id, settle);
      this.#worker?.postMessage({ id, input });
    });
  }

  /** Ends the thread; whoever waits for it is told why. */
  end(why: string): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    for (const settle of [...this.#waiting.values()]) settle({ kind: "failed", detail: why });
  }

  #rest(): void {
    clearTimeout(this.#idle);
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => this.end("idle"), idleMs);
    this.#idle.unref();
  }

  #start(): void {
    clearTimeout(this.#idle);
    if (this.#worker) return;
    const worker = new Worker(this.#program, {
      workerData: { url: pathToFileURL(this.#file).href },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: mostHeap },
    });
    worker.unref();
    worker.stdout.resume();
    worker.stderr.resume();
    const over = (why: string) => {
      if (this.#worker !== worker) return;
      this.#told?.({ kind: "broken", detail: why });
      this.end(why);
    };
    worker.on("message", (said: Said) => this.#heard(said));
    worker.on("error", (error) => over(String(error.message).slice(0, 200)));
    worker.on("exit", () => over("its thread ended"));
    this.#worker = worker;
  }

  #heard(said: Said): void {
    switch (said.kind) {
      case "loaded":
      case "broken":
        this.#told?.(said);
        this.#told = undefined;
        this.#rest();
        return;
      case "answer":
        this.#waiting.get(said.id)?.(readValue(JSON.parse(said.text)));
        return;
      case "failed":
        this.#waiting.get(said.id)?.({ kind: "failed", detail: said.detail });
        return;
      default:
        said satisfies never;
    }
  }
}
