import type { Readable } from "node:stream";

/** Enough to see what happened, never enough to fill the memory. */
const mostLines = 400;
const longestLine = 2048;

/** The last lines that an engine printed, for people: without colours, without secrets. */
export type EngineLog = {
  add(line: string): void;
  last(count: number): string[];
  /** Takes a stream's lines; those that `take` claims are not kept. */
  follow(stream: Readable, take?: (line: string) => boolean): void;
};

/** `secrets` are left out wherever they stand, besides what looks like one. */
export function createEngineLog(secrets: readonly string[] = []): EngineLog {
  const lines: string[] = [];
  const add = (line: string) => {
    lines.push(redact(line.slice(0, longestLine), secrets));
    if (lines.length > mostLines) lines.shift();
  };
  return {
    add,
    last: (count) => lines.slice(-count),
    follow(stream, take = () => false) {
      let rest = "";
      const pass = (line: string) => {
        if (line !== "" && !take(line)) add(line);
      };
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        const parts = (rest + text).split(/\r?\n|\r/);
        rest = parts.pop() ?? "";
        for (const part of parts) pass(part);
        // A line without end is shown in pieces, so that it cannot grow for ever.
        if (rest.length > 64 * longestLine) {
          add(rest);
          rest = "";
        }
      });
      stream.on("close", () => pass(rest));
    },
  };
}

const left = "[left out]";
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one
const colours = /\u001b\[[0-9;]*[A-Za-z]/g;
const looksSecret =
  /\b(sk-|hf_|ghp_|github_pat_|xox[bp]-)[\w-]{8,}|(?<=(api[-_]?key|token|password|secret|authorization: bearer)\s*[=: ]\s*)[\w.+/-]{8,}/gi;

function redact(line: string, secrets: readonly string[]): string {
  let text = line.replace(colours, "");
  for (const secret of secrets) if (secret) text = text.replaceAll(secret, left);
  return text.replace(looksSecret, left);
}
