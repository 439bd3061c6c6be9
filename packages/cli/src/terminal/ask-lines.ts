import { createInterface } from "node:readline";
import { answerArmMs } from "@kestrel/session-state";
import { atWords } from "./at-words.ts";
import { toTerminal } from "./to-terminal.ts";

/** The user left: Ctrl+C, or end of input. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

/** One question at a time, each answered with a line. */
export type Asker = {
  /** The trimmed line. Rejects with GivenUp. */
  ask(question: string): Promise<string>;
  /** Resolves after a pause in typing; discards text typed until then. Rejects with GivenUp. */
  quiet(): Promise<void>;
  close(): void;
};

export function askLines(output: NodeJS.WriteStream): Asker {
  const lines = createInterface({ input: process.stdin, output, historySize: 0, prompt: "" });
  let leave: (() => void) | undefined;
  let left = false;
  const gone = () => {
    left = true;
    leave?.();
  };
  lines.on("SIGINT", gone).on("close", gone);
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        if (left) return reject(new GivenUp());
        leave = () => reject(new GivenUp());
        lines.question(`${toTerminal(atWords(question, output.columns))} `, (answer) =>
          resolve(answer.trim()),
        );
      }),
    quiet: () =>
      new Promise((resolve, reject) => {
        if (left) return reject(new GivenUp());
        const timer = setTimeout(() => {
          process.stdin.off("keypress", typed);
          // Clears an unfinished line, wherever its cursor is.
          lines.write(null, { ctrl: true, name: "e" });
          lines.write(null, { ctrl: true, name: "u" });
          resolve();
        }, answerArmMs);
        const typed = () => timer.refresh();
        process.stdin.on("keypress", typed);
        leave = () => {
          clearTimeout(timer);
          process.stdin.off("keypress", typed);
          reject(new GivenUp());
        };
      }),
    close: () => {
      // Only our listener: readline releases the keyboard in its own.
      lines.off("close", gone);
      lines.close();
    },
  };
}
