import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { lineRedactor } from "@kestrel/text";

/** Lines kept: enough for diagnosis, bounded in memory. */
const mostLines = 400;
const longestLine = 2048;

/** The last lines of an engine's output for display: without colours and secrets. */
export type EngineLog = {
  add(line: string): void;
  last(count: number): string[];
  /** Reads a stream's lines, truncated; lines that `take` accepts are not kept. */
  follow(stream: Readable, take?: (line: string) => boolean): void;
};

/** Redacts `secrets` everywhere, and text that looks like a secret. */
export function createEngineLog(secrets: readonly string[] = []): EngineLog {
  const lines: string[] = [];
  const redact = lineRedactor(secrets);
  const add = (line: string) => {
    lines.push(redact(line.slice(0, longestLine).replace(colours, "")));
    if (lines.length > mostLines) lines.shift();
  };
  return {
    add,
    last: (count) => lines.slice(-count),
    follow(stream, take = () => false) {
      const decoder = new StringDecoder("utf8");
      let parts: string[] = [];
      let held = 0;
      const hold = (part: string) => {
        if (part === "" || held >= longestHeard) return;
        parts.push(part);
        held += part.length;
      };
      const pass = () => {
        const line = parts.join("").slice(0, longestHeard);
        parts = [];
        held = 0;
        if (line !== "" && !take(line)) add(line);
      };
      stream.on("data", (chunk: Buffer) => {
        const [first = "", ...others] = decoder.write(chunk).split(/\r?\n|\r/);
        hold(first);
        for (const part of others) {
          pass();
          hold(part);
        }
      });
      stream.on("close", pass);
    },
  };
}

/** UTF-16 units of one line; llama-server's progress and model lines are shorter. The rest is dropped. */
const longestHeard = 65_536;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with one
const colours = /\u001b\[[0-9;]*[A-Za-z]/g;
