import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ProgramAdapter } from "../../src/adapters/program.ts";

export const hello = { type: "hello", limits: { unit: "points", count: 200 }, sendsOnce: true };
export const message = (key: string, text: string, more: object = {}) => ({
  ...{ type: "message", key, chat: "ada", kind: "direct", sender: "ada", text, cursor: key },
  ...more,
});

type Line = Record<string, unknown>;

/** A real process that a test speaks through. */
export class ProgramAtTest {
  readonly heard: Line[] = [];
  readonly begun: { begun: string; env: Record<string, string> }[] = [];
  /** What the program answers to a send: `sent` by itself, or this. */
  answers: ((line: Line) => Line | undefined) | undefined;
  /** What every process says first. */
  greeting: Line | undefined;
  port = "";
  #socket: Socket | undefined;
  #early: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #ends: Promise<void>[] = [];

  static async start(): Promise<ProgramAtTest> {
    const program = new ProgramAtTest();
    const server = createServer((socket) => program.#meets(socket));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    program.port = String((server.address() as AddressInfo).port);
    onTestFinished(() => void server.close());
    return program;
  }

  /** A channel with this process. */
  adapter(environment: NodeJS.ProcessEnv, manner = ""): ProgramAdapter {
    const file = join(import.meta.dirname, "../fixtures/port-program.mjs");
    return new ProgramAdapter([process.execPath, file, this.port, manner], environment);
  }

  says(...lines: Line[]): void {
    this.writes(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  writes(words: string): void {
    if (this.#socket) this.#socket.write(words);
    else this.#early.push(words);
  }

  dies(): void {
    this.#socket?.write("DIE\n");
    this.#socket = undefined;
  }

  sent(): string[] {
    return this.heard.filter(({ type }) => type === "send").map(({ text }) => String(text));
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when every process is gone: the socket of each closes with it. */
  async gone(): Promise<void> {
    await Promise.all(this.#ends);
  }

  #meets(socket: Socket): void {
    this.#ends.push(new Promise((resolve) => socket.once("close", () => resolve())));
    socket.on("error", () => {});
    let rest = "";
    socket.on("data", (piece) => {
      const lines = (rest + piece.toString()).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#hears(JSON.parse(line), socket);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  #hears(line: Line, socket: Socket): void {
    if (line.begun) {
      this.begun.push(line as never);
      if (line.begun === "helper") return;
      this.#socket = socket;
      if (this.greeting) this.says(this.greeting);
      for (const words of this.#early.splice(0)) socket.write(words);
      return;
    }
    this.heard.push(line);
    if (line.type !== "send") return;
    const answer = this.answers ? this.answers(line) : { type: "sent", key: line.key };
    if (answer) this.says(answer);
  }
}
