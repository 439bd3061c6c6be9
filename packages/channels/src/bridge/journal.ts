import { type FileHandle, mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { SessionId } from "@kestrel/protocol";
import type { Incoming, Target } from "../port.ts";

/** One outgoing message. */
export type Piece = {
  key: string;
  target: Target;
  /** The sender it answers: it is sent only while that sender is admitted. */
  sender?: string;
  text: string;
  code?: boolean;
  tried?: boolean;
  /** The id of the message it replaces; empty for one that was perhaps sent. */
  draft?: string;
};

/** The session of a chat, and the last event of it whose answer is in the outbox. */
export type ChatSession = { session: SessionId; after: number };

/** A message that has no answer yet: how often it was begun, in which session, and whether the session has it. */
export type Waiting = {
  message: Incoming;
  at: number;
  begun: number;
  session?: SessionId;
  isTaken?: boolean;
};

type Line =
  | { t: "cursor"; cursor: string }
  | { t: "in"; message: Incoming; at: number }
  | { t: "begun"; key: string; session: SessionId }
  | { t: "taken" | "done" | "tried" | "sent"; key: string }
  | { t: "chat"; chat: string; session?: SessionId; after?: number }
  | { t: "out"; piece: Piece }
  | { t: "draft"; key: string; id: string };

/** Keys of finished messages, to recognize repeats: more than any service redelivers. */
const mostDone = 5_000;

/** The file is written anew when it has so many lines more than it needs. */
const mostLines = 20_000;

/** The inbox, the outbox and the cursors of one channel: a file of lines, each on the disk before anything is acknowledged. */
export class Journal {
  readonly #file: string;
  #handle: FileHandle;
  #lines = 0;
  /** A write failed: the file after the last whole line is unknown until it is rewritten. */
  #isTorn = false;
  #writing: Promise<void> = Promise.resolve();
  cursor: string | undefined;
  readonly inbox = new Map<string, Waiting>();
  readonly outbox = new Map<string, Piece>();
  readonly chats = new Map<string, ChatSession>();
  readonly #done = new Set<string>();
  readonly #sent = new Set<string>();

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async in(folder: string): Promise<Journal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, "journal.jsonl");
    const text = (await readFile(file, "utf8").catch(absent)) ?? "";
    const journal = new Journal(file, await open(file, "a", 0o600));
    for (const line of text.split("\n")) journal.#learn(readLine(line));
    await journal.#rewrite();
    return journal;
  }

  /** Whether a message of that name was taken before. */
  knows(key: string): boolean {
    return this.inbox.has(key) || this.#done.has(key);
  }

  /** Takes messages and the place behind them; resolves with those that are new, once they are on the disk. */
  async take(messages: readonly Incoming[], cursor: string | undefined, at: number): Promise<Incoming[]> {
    let fresh: Incoming[] = [];
    await this.#append(() => {
      fresh = messages.filter(({ key }, index) => !this.knows(key) && firstOf(messages, key) === index);
      return [
        ...fresh.map((message): Line => ({ t: "in", message, at })),
        ...(cursor === undefined || cursor === this.cursor ? [] : [{ t: "cursor" as const, cursor }]),
      ];
    });
    return fresh;
  }

  begun(key: string, session: SessionId): Promise<void> {
    return this.#append(() => [{ t: "begun", key, session }]);
  }

  /** Notes that the session has the message, which is then never set aside. */
  taken(key: string): Promise<void> {
    return this.#append(() => (this.inbox.get(key)?.isTaken ? [] : [{ t: "taken", key }]));
  }

  done(key: string): Promise<void> {
    return this.#append(() => [{ t: "done", key }]);
  }

  /** The session of a chat from now on; none with an empty one. */
  chat(chat: string, session: SessionId | ""): Promise<void> {
    return this.#append(() => [{ t: "chat", chat, session: session as SessionId, after: 0 }]);
  }

  /**
   * Adds an answer to the outbox in one write with the messages it answers and the session's position after it; existing entries
   * stay unchanged.
   */
  put(
    pieces: readonly Piece[],
    answers?: { chat: string; session: SessionId; after: number; done: readonly string[] },
  ): Promise<void> {
    return this.#append(() => {
      const isOf = answers && this.chats.get(answers.chat)?.session === answers.session;
      const fresh = pieces.filter(({ key }) => !this.outbox.has(key) && !this.#sent.has(key));
      return [
        ...fresh.map((piece): Line => ({ t: "out", piece })),
        ...(isOf ? [{ t: "chat" as const, chat: answers.chat, after: answers.after }] : []),
        ...(answers?.done ?? []).map((key): Line => ({ t: "done", key })),
      ];
    });
  }

  draft(key: string, id: string): Promise<void> {
    return this.#append(() => [{ t: "draft", key, id }]);
  }

  tried(key: string): Promise<void> {
    return this.#append(() => [{ t: "tried", key }]);
  }

  sent(key: string): Promise<void> {
    return this.#append(() => [{ t: "sent", key }]);
  }

  /** The draft of an answer that is not in the outbox yet. */
  draftOf(key: string): string | undefined {
    return this.#drafts.get(key);
  }

  async close(): Promise<void> {
    await this.#writing.catch(() => undefined); // expected: that write rejected
    await this.#handle.close();
  }

  readonly #drafts = new Map<string, string>();

  /** Writes in order; `choose` sees the stored state, and memory changes only with the file. */
  #append(choose: () => Line[]): Promise<void> {
    const write = async () => {
      const lines = choose();
      if (lines.length === 0) return;
      if (this.#isTorn) await this.#rewrite();
      this.#isTorn = true;
      await this.#handle.appendFile(textOf(lines));
      await this.#handle.datasync();
      this.#isTorn = false;
      for (const line of lines) this.#learn(line);
      if (this.#lines > mostLines) await this.#rewrite().catch(() => undefined); // expected: the disk is full; the lines are there, and the next ones try again
    };
    this.#writing = this.#writing.catch(() => undefined).then(write); // expected: that write rejected
    return this.#writing;
  }

  #learn(line: Line | undefined): void {
    if (!line) return;
    this.#lines++;
    switch (line.t) {
      case "cursor":
        this.cursor = line.cursor;
        return;
      case "in":
        this.inbox.set(line.message.key, { message: line.message, at: line.at, begun: 0 });
        return;
      case "begun": {
        const waiting = this.inbox.get(line.key);
        if (waiting) {
          waiting.begun++;
          waiting.session ??= line.session;
        }
        return;
      }
      case "taken": {
        const waiting = this.inbox.get(line.key);
        if (waiting) waiting.isTaken = true;
        return;
      }
      case "done":
        this.inbox.delete(line.key);
        remember(this.#done, line.key);
        return;
      case "chat": {
        const { chat, session, after } = line;
        const known = this.chats.get(chat);
        if (session !== undefined) this.chats.set(chat, { session, after: after ?? 0 });
        else if (known && after !== undefined) known.after = Math.max(known.after, after);
        return;
      }
      case "out":
        this.outbox.set(line.piece.key, { ...line.piece });
        return;
      case "tried": {
        const piece = this.outbox.get(line.key);
        if (piece) piece.tried = true;
        return;
      }
      case "sent":
        this.outbox.delete(line.key);
        this.#drafts.delete(line.key);
        remember(this.#sent, line.key);
        return;
      case "draft":
        this.#drafts.set(line.key, line.id);
        return;
      default:
        line satisfies never;
    }
  }

  /** Only what still counts, in a new file that takes the place of the old one at once. */
  async #rewrite(): Promise<void> {
    const lines: Line[] = [
      ...(this.cursor === undefined ? [] : [{ t: "cursor" as const, cursor: this.cursor }]),
      ...[...this.chats].map(([chat, one]): Line => ({ t: "chat", chat, ...one })),
      ...[...this.#done].map((key): Line => ({ t: "done", key })),
      ...[...this.#sent].map((key): Line => ({ t: "sent", key })),
      ...[...this.inbox.values()].flatMap(({ message, at, begun, session, isTaken }): Line[] => [
        { t: "in", message, at },
        ...Array.from({ length: session ? begun : 0 }, (): Line => {
          return { t: "begun", key: message.key, session: session as SessionId };
        }),
        ...(isTaken ? [{ t: "taken" as const, key: message.key }] : []),
      ]),
      ...[...this.outbox.values()].map((piece): Line => ({ t: "out", piece })),
      ...[...this.#drafts].map(([key, id]): Line => ({ t: "draft", key, id })),
    ];
    const next = await open(`${this.#file}.new`, "w", 0o600);
    try {
      await next.appendFile(textOf(lines));
      await next.datasync();
      await rename(`${this.#file}.new`, this.#file);
    } catch (error) {
      await next.close();
      throw error;
    }
    const old = this.#handle;
    this.#handle = next;
    this.#lines = lines.length;
    await old.close();
  }
}

function firstOf(messages: readonly Incoming[], key: string): number {
  return messages.findIndex((message) => message.key === key);
}

function remember(keys: Set<string>, key: string): void {
  keys.add(key);
  const [oldest] = keys;
  if (keys.size > mostDone && oldest !== undefined) keys.delete(oldest);
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** A line that a crash cut is none. */
function readLine(text: string): Line | undefined {
  try {
    return text === "" ? undefined : (JSON.parse(text) as Line);
  } catch {
    // expected: the write was cut
    return undefined;
  }
}
