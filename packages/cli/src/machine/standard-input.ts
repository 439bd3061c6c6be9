import { fstatSync } from "node:fs";
import { reportUnexpected } from "@kestrel/diagnostics";

/** Standard input as a command uses it, once. */
export type StandardInput = {
  kind: "terminal" | "file" | "pipe" | "socket";
  /** Everything up to its end, or a little more than `limit` characters of it. */
  read(limit: number): Promise<string>;
  /** The same where something is piped in; nothing from a terminal, or from a parent that keeps a silent line open. */
  readIfGiven(limit: number): Promise<string>;
};

/** A program that starts us with an open line and writes nothing for so long has nothing to say. Milliseconds. */
const silence = 300;

/** This process's standard input. `onWait` is called when its end is long in coming. */
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
    // A shell's pipe ends with its program; a socket is another program's line to us, and may stay open.
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
