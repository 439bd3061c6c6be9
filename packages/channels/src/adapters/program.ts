import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { jsonOrNothing, visibleText } from "@kestrel/text";
import { z } from "zod";
import { linesOf } from "../lines.ts";
import {
  type ChannelAdapter,
  ChannelFault,
  type Incoming,
  type Limits,
  type Listening,
  type Outgoing,
  SendRefused,
  type Target,
} from "../port.ts";

/** A line from the program. `message`: an incoming message. `sent`, `refused`: the result of a `send`. */
const Line = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    limits: z
      .object({ unit: z.enum(["utf16", "bytes", "points"]), count: z.int().min(100).max(1_000_000) })
      .optional(),
    sendsOnce: z.boolean().optional(),
  }),
  z.object({
    type: z.literal("message"),
    key: z.string().min(1).max(200),
    chat: z.string().min(1).max(200),
    thread: z.string().min(1).max(200).optional(),
    kind: z.enum(["direct", "group"]),
    sender: z.string().max(200),
    automatic: z.boolean().optional(),
    mentioned: z.boolean().optional(),
    text: z.string().min(1).max(100_000),
    cursor: z.string().max(1_000).optional(),
  }),
  z.object({ type: z.literal("sent"), key: z.string() }),
  z.object({ type: z.literal("refused"), key: z.string(), why: z.string().max(300).optional() }),
]);

/** UTF-16 units of a line. */
const longestLine = 1_000_000;
const sendMs = 60_000;
/** Time for the program to exit before it is killed. Shorter than the wait for a closing channel. Milliseconds. */
const graceMs = 1_000;
/** UTF-16 units of its error output. */
const mostComplaint = 300;

type Waiting = { resolve(): void; reject(error: Error): void };

/**
 * A user's program that implements the port as JSON lines: it writes `hello`, then messages; it reads `start`, `send` and `taken`.
 * Its messages cannot answer questions: its senders are not verified.
 */
export class ProgramAdapter implements ChannelAdapter {
  limits: Limits = { unit: "utf16", count: 4_000 };
  sendsOnce = false;
  readonly #command: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcessWithoutNullStreams | undefined;
  readonly #waiting = new Map<string, Waiting>();

  constructor(command: readonly string[], environment: NodeJS.ProcessEnv) {
    this.#command = command;
    this.#environment = environment;
  }

  async listen({ cursor, signal, up, take }: Listening): Promise<void> {
    const [file = "", ...words] = this.#command;
    const env = this.#environment;
    // A group of its own: what it started ends with it.
    const detached = process.platform !== "win32";
    const child = spawn(file, words, { stdio: "pipe", shell: false, env, cwd: env.HOME, detached });
    this.#child = child;
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-mostComplaint);
    });
    child.stdin.on("error", () => undefined); // expected: the program ended, which is reported below
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      child.once("exit", (code, by) => resolve(`the program ended (${by ?? code})`));
    });
    let late: NodeJS.Timeout | undefined;
    const stop = () => {
      end(child, "SIGTERM");
      late ??= setTimeout(() => {
        end(child, "SIGKILL");
        child.stdout.destroy();
      }, graceMs);
    };
    signal.addEventListener("abort", stop, { once: true });
    // A remaining child process may keep its output open.
    void ended.then(stop);
    this.#write({ type: "start", cursor });
    try {
      for await (const text of linesOf(child.stdout.setEncoding("utf8"), longestLine)) {
        const line = Line.safeParse(jsonOrNothing(text));
        if (!line.success) throw refused(`the program wrote a line that is none of the port: ${text}`);
        await this.#read(line.data, { up, take });
      }
      const why = await ended;
      if (signal.aborted) return;
      const detail = complaint.trim() === "" ? why : `${why}: ${complaint.trim()}`;
      throw why === "ENOENT" || why === "EACCES" ? refused(why) : new ChannelFault(visibleText(detail));
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
      await ended;
      clearTimeout(late);
      end(child, "SIGKILL");
      this.#child = undefined;
      for (const { reject } of this.#waiting.values()) reject(new ChannelFault("the program ended"));
      this.#waiting.clear();
    }
  }

  async send(target: Target, { text, code }: Outgoing, key: string): Promise<undefined> {
    if (!this.#child) throw new ChannelFault("the program does not run");
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new ChannelFault("the program does not answer")), sendMs);
      const settle = () => {
        clearTimeout(late);
        this.#waiting.delete(key);
      };
      this.#waiting.set(key, {
        resolve: () => {
          settle();
          resolve();
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      this.#write({ type: "send", key, ...target, text, ...(code && { code }) });
    });
  }

  async #read(line: z.infer<typeof Line>, { up, take }: Pick<Listening, "up" | "take">): Promise<void> {
    switch (line.type) {
      case "hello":
        this.limits = line.limits ?? this.limits;
        this.sendsOnce = line.sendsOnce ?? false;
        return up();
      case "message": {
        const { key, chat, thread, kind, cursor, sender, automatic, mentioned, text } = line;
        const message: Incoming = {
          ...{ key, sender, automatic, mentioned, text, vouched: false },
          from: { chat, kind, ...(thread !== undefined && { thread }) },
        };
        await take([message], cursor);
        return this.#write({ type: "taken", key });
      }
      case "sent":
        return this.#waiting.get(line.key)?.resolve();
      case "refused":
        return this.#waiting.get(line.key)?.reject(new SendRefused(line.why ?? "refused"));
      default:
        line satisfies never;
    }
  }

  #write(line: object): void {
    this.#child?.stdin.write(`${JSON.stringify(line)}\n`);
  }
}

const refused = (why: string) => new ChannelFault(visibleText(why.slice(0, 200)), { park: "refused" });

/** Ends the program and its child processes. */
function end(child: ChildProcessWithoutNullStreams, by: NodeJS.Signals): void {
  try {
    // A program that did not start has no process id, and Node would signal the daemon's own process group instead.
    if (child.pid === undefined) return;
    if (process.platform === "win32") child.kill(by);
    else process.kill(-child.pid, by);
  } catch {
    // expected: all of them ended
  }
}
