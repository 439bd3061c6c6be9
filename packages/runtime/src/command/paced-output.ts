import type { Readable } from "node:stream";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { passOver } from "@kestrel/diagnostics";

/** Bytes taken without a pause, and bytes a second after that: what a person's builds write, and what leaves the daemon free for others. */
const burstBytes = 8 * 1024 * 1024;
const bytesPerSecond = 8 * 1024 * 1024;

/** Reads a stream of text piece by piece. */
export type PacedOutput = {
  /** Resolves when every piece that came is taken. */
  taken(): Promise<void>;
  stop(): void;
};

/**
 * Hands on one piece at a time, and between two lets everybody else have a turn; no more than `rate` bytes a second in the long
 * run. The pipe is full meanwhile, and its writer waits.
 */
export function pacedOutput(
  stream: Readable,
  take: (text: string) => Promise<void> | void,
  rate = bytesPerSecond,
): PacedOutput {
  const from = performance.now();
  let bytes = 0;
  let last: Promise<void> = Promise.resolve();
  const one = async (text: string) => {
    try {
      await take(text);
      bytes += text.length;
      const ahead = bytes - burstBytes - (rate * (performance.now() - from)) / 1000;
      const pauseMs = (1000 * ahead) / rate;
      await (pauseMs > 1 ? wait(pauseMs) : turn());
    } finally {
      stream.resume();
    }
  };
  const onText = (text: string) => {
    stream.pause();
    last = one(text).catch(passOver("taking output"));
  };
  stream.setEncoding("utf8").on("data", onText);
  return {
    taken: () => last,
    stop: () => {
      stream.off("data", onText);
      stream.destroy();
    },
  };
}
