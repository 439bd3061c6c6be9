import { spawn } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { createEngineLog } from "../../src/engine/engine-log.ts";

/** What an engine prints, in the pieces of a pipe. */
async function heard(pieces: Iterable<string>) {
  const log = createEngineLog(["the-key"]);
  const claimed: string[] = [];
  const stream = Readable.from(pieces, { objectMode: false });
  log.follow(stream, (line) => line.startsWith("mine:") && claimed.push(line) > 0);
  await finished(stream);
  return { log, claimed };
}

/** The same of a real program that prints a text so many times, as fast as it is read. */
async function printed(text: string, times: number) {
  const print = `const text = Buffer.from(${text}); let left = ${times};
    const next = () => { while (left-- > 0) if (!process.stdout.write(text)) return void process.stdout.once("drain", next); };
    next();`;
  const program = spawn(process.execPath, ["-e", print], { stdio: ["ignore", "pipe", "inherit"] });
  const log = createEngineLog();
  log.follow(program.stdout);
  await once(program, "close");
  return log;
}

describe("the last words of an engine", () => {
  it("are lines, however they were cut, without what looks secret", async () => {
    const { log, claimed } = await heard([
      "one\ntw",
      "o\r\nmine: 1\nkey the-key\napi_key = abcdefgh1234 tok",
      "en: 12345678\rend",
    ]);
    expect(log.last(9)).toEqual([
      "one",
      "two",
      "key [left out]",
      "api_key = [left out] token: [left out]",
      "end",
    ]);
    expect(claimed).toEqual(["mine: 1"]);
  });

  it.each([
    ["a line of a gigabyte", '"x".repeat(2 ** 20)', 1024],
    ["a line of blanks", '" ".repeat(2 ** 20)', 64],
    ["lines of blanks", '("token" + " ".repeat(2000) + "\\n").repeat(100)', 40],
    ["lines of almost secrets", '("api_key ".repeat(250) + "\\n").repeat(100)', 40],
    ["line ends only", '"\\n\\r".repeat(2 ** 19)', 32],
  ])("are kept short where it prints %s, and nobody waits", async (_what, text, times) => {
    const { result: log, blockedMs } = await longestBlock(() => printed(text, times));
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
    const kept = log.last(1000);
    expect(kept.length).toBeLessThanOrEqual(400);
    expect(Math.max(0, ...kept.map(({ length }) => length))).toBeLessThanOrEqual(8192);
  });
});
