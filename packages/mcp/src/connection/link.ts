import type { Worker } from "node:worker_threads";
import type { CancelSignal, Command, ProgramStarter, RunningProgram } from "@kestrel/core";
import type { PersonQuestion, QuestionEnd } from "@kestrel/protocol";
import type { McpTrouble } from "@kestrel/protocol/api";
import type {
  FromThread,
  LinkWay,
  OpenedLink,
  ReadResult,
  SavedLogin,
  ServerTool,
  ToThread,
} from "../worker/messages.ts";
import { askPerson } from "./ask-person.ts";
import { endInWords, lastWords } from "./last-words.ts";
import { startThread } from "./start-thread.ts";

/** How a server is reached: a program to start, or an address. */
export type LinkTarget =
  | { kind: "program"; program: Omit<Command, "timeoutMs"> }
  | { kind: "http"; url: string; headers: Record<string, string>; saved?: SavedLogin };

export type LinkParts = {
  /** The bundle of the thread. */
  threadProgram: string;
  programs: ProgramStarter;
  version: string;
  connectMs: number;
  /** Told when a login was renewed, from the beginning on. */
  onLogin?(saved: SavedLogin): void;
};

export type LinkCall = {
  /** Milliseconds without a sign of life, and in all. */
  timeoutMs: number;
  mostMs: number;
  cancel: CancelSignal;
  progress(text: string): void;
  /** Asks the person; without it a server's questions are declined. */
  ask?(question: PersonQuestion): Promise<{ end: QuestionEnd; text?: string }>;
};

export type Trouble = { why: McpTrouble; detail: string };
export type CallEnd =
  | { kind: "result"; result: ReadResult }
  | { kind: "cancelled" }
  | ({ kind: "failed" } & Trouble);

/** Milliseconds beyond every limit that is kept inside the thread; then something in it does not end. */
const graceMs = 5_000;
/** Milliseconds a server has to say good-bye, and its program to end by itself. */
const farewellMs = 300;

/** The connection to one server, in a thread of its own: what it sends cannot block or crash the rest of Kestrel. */
export class Link {
  readonly #name: string;
  readonly #worker: Worker;
  readonly #calls = new Map<number, { call: LinkCall; settle: (end: CallEnd) => void }>();
  readonly #words = lastWords();
  #program: RunningProgram | undefined;
  #acknowledge: () => void = () => {};
  #opened: { resolve: (opened: OpenedLink) => void; reject: (trouble: Trouble) => void } | undefined;
  #over: Trouble | undefined;
  #nextCall = 0;
  #onTools: (tools: ServerTool[]) => void = () => {};
  #onOver: (trouble: Trouble) => void = () => {};
  #saidClosed: () => void = () => {};

  private constructor(name: string, threadProgram: string) {
    this.#name = name;
    this.#worker = startThread(threadProgram);
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on("message", (message: FromThread) => {
      if (message.kind !== "login" && message.kind !== "authorize") this.#onMessage(message);
    });
    this.#worker.on("error", (error) => this.#end({ why: "hung", detail: String(error) }));
    this.#worker.on("exit", () => this.#end({ why: "ended", detail: "its thread has ended" }));
  }

  /** Connects and reads the tools. Rejects with a Trouble. */
  static async open(
    name: string,
    target: LinkTarget,
    roots: { uri: string; name: string }[],
    { threadProgram, programs, version, connectMs, onLogin = () => {} }: LinkParts,
  ): Promise<{ link: Link; opened: OpenedLink }> {
    const link = new Link(name, threadProgram);
    link.#worker.on("message", (told: FromThread) => told.kind === "login" && onLogin(told.saved));
    const opened = new Promise<OpenedLink>((resolve, reject) => {
      link.#opened = { resolve, reject };
    });
    const late = setTimeout(
      () => link.#end({ why: "timeout", detail: `no answer within ${connectMs / 1000} s` }),
      connectMs + graceMs,
    );
    try {
      if (target.kind === "program") await link.#start(target.program, programs);
      const way: LinkWay = target.kind === "program" ? { kind: "lines" } : { ...target };
      link.#post({ kind: "open", way, version, connectMs, roots });
      return { link, opened: await opened };
    } catch (trouble) {
      await link.close();
      throw trouble;
    } finally {
      clearTimeout(late);
    }
  }

  get over(): Trouble | undefined {
    return this.#over;
  }

  onTools(listener: (tools: ServerTool[]) => void): void {
    this.#onTools = listener;
  }

  onOver(listener: (trouble: Trouble) => void): void {
    this.#onOver = listener;
  }

  /** Never rejects; resolves at once when `cancel` fires. Nothing is ever asked twice. */
  call(tool: string, given: Record<string, unknown>, call: LinkCall): Promise<CallEnd> {
    if (this.#over) return Promise.resolve({ kind: "failed", ...this.#over });
    if (call.cancel.aborted) return Promise.resolve({ kind: "cancelled" });
    const id = ++this.#nextCall;
    return new Promise((resolve) => {
      const settle = (end: CallEnd) => {
        clearTimeout(hung);
        call.cancel.removeEventListener("abort", stop);
        this.#calls.delete(id);
        resolve(end);
      };
      const stop = () => {
        this.#post({ kind: "cancel", id });
        settle({ kind: "cancelled" });
      };
      const hung = setTimeout(
        () => this.#end({ why: "hung", detail: "what it sent could not be read in time" }),
        call.mostMs + graceMs,
      );
      call.cancel.addEventListener("abort", stop, { once: true });
      this.#calls.set(id, { call, settle });
      const { timeoutMs, mostMs } = call;
      this.#post({ kind: "call", id, tool, arguments: given, timeoutMs, mostMs });
    });
  }

  /** Resolves when neither the thread nor a process of the server is left. */
  async close(): Promise<void> {
    if (!this.#over) {
      const said = new Promise<void>((resolve) => {
        this.#saidClosed = resolve;
      });
      this.#post({ kind: "close" });
      const late = new Promise<void>((resolve) => setTimeout(resolve, farewellMs).unref());
      await Promise.race([said, late]);
      await this.#program?.end(farewellMs);
      this.#end({ why: "ended", detail: "closed" });
    }
    await Promise.all([this.#program?.end(0), this.#worker.terminate()]);
  }

  async #start(program: Omit<Command, "timeoutMs">, programs: ProgramStarter) {
    const running = await programs.start(program, {
      output: (bytes) =>
        new Promise((resolve) => {
          this.#acknowledge = resolve;
          if (this.#over) resolve();
          else this.#post({ kind: "bytes", bytes });
        }),
      errors: (text) => this.#words.take(text),
    });
    this.#program = running;
    void running.ended.then((end) => {
      const detail = [endInWords(end), this.#words.text()].filter(Boolean).join(": ");
      if (end.kind === "not-started" || end.kind === "not-confined")
        this.#end({ why: "not_started", detail: end.detail });
      else this.#end({ why: "ended", detail });
    });
  }

  #post(message: ToThread): void {
    if (!this.#over) this.#worker.postMessage(message);
  }

  #onMessage(message: Exclude<FromThread, { kind: "login" | "authorize" }>): void {
    switch (message.kind) {
      case "line":
        void this.#program?.write(message.text);
        break;
      case "taken":
        this.#acknowledge();
        break;
      case "opened":
        this.#opened?.resolve(message);
        break;
      case "tools":
        this.#onTools(message.tools);
        break;
      case "progress":
        this.#calls.get(message.id)?.call.progress(message.text);
        break;
      case "ask":
        void this.#ask(message);
        break;
      case "result":
        this.#calls.get(message.id)?.settle({ kind: "result", result: message.result });
        break;
      case "failed":
        this.#calls.get(message.id)?.settle({ kind: "failed", why: message.why, detail: message.detail });
        break;
      case "broken":
        this.#end(message);
        break;
      case "closed":
        this.#saidClosed();
        break;
      default:
        message satisfies never;
    }
  }

  async #ask({ id, message, fields }: Extract<FromThread, { kind: "ask" }>): Promise<void> {
    // The thread asks only while one call runs.
    const [asker] = this.#calls.values();
    const values = asker?.call.ask && (await askPerson(this.#name, message, fields, asker.call.ask));
    this.#post({ kind: "answered", id, values });
  }

  /** Rejects everything that waits with the reason, and ends what is left of the connection. */
  #end({ why, detail }: Trouble): void {
    if (this.#over) return;
    this.#over = { why, detail };
    this.#acknowledge();
    this.#opened?.reject(this.#over);
    for (const { settle } of [...this.#calls.values()]) settle({ kind: "failed", ...this.#over });
    this.#onOver(this.#over);
    void this.#worker.terminate();
    void this.#program?.end(0);
  }
}
