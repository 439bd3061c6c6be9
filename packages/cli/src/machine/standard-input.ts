import { fstatSync } from "node:fs";
import { reportUnexpected } from "@kestrel/diagnostics";

/** Standard input, read at most once. */
export type StandardInput = {
  kind: "terminal" | "file" | "pipe" | "socket";
  /** All of it, or a little more than `limit` characters. */
  read(limit: number): Promise<string>;
  /** The same when something is piped in; empty at a terminal, or when a parent keeps a silent pipe open. */
  readIfGiven(limit: number): Promise<string>;
};

/** A parent that keeps a pipe open and writes nothing for this time sends no input. Milliseconds. */
const silence = 300;

/** This process's standard input. `onWait` is called when its end takes long. */
export function standardInput(onWait: () => void): StandardInput {
  const kind = kindOfInput();
  return {
    kind,
    read: (limit) => wholeOf(limit, onWait),
    readIfGiven: async (limit) => {
      if (kind === "terminal") return "";
      return wholeOf(limit, onWait, kind === "socket" ? silence : undefined);
    },
  };
}

function kindOfInput(): StandardInput["kind"] {
  if (process.stdin.isTTY) return "terminal";
  try {
    const facts = fstatSync(0);
    // A shell's pipe ends with its program; a socket belongs to another program, and may stay open.
    return facts.isSocket() ? "socket" : facts.isFIFO() ? "pipe" : "file";
  } catch (error) {
    reportUnexpected("looking at standard input", error);
    return "file";
  }
}

function wholeOf(limit: number, onWait: () => void, patience?: number): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve) => {
    let text = "";
    const waiting = setTimeout(onWait, 1_000);
    const silent = patience === undefined ? undefined : setTimeout(() => done(), patience);
    const done = () => {
      clearTimeout(waiting);
      clearTimeout(silent);
      stdin.destroy();
      resolve(text);
    };
    stdin.setEncoding("utf8");
    stdin.on("data", (piece: string) => {
      clearTimeout(silent);
      text += piece;
      if (text.length > limit) done();
    });
    for (const end of ["end", "error", "close"] as const) stdin.once(end, done);
  });
}
