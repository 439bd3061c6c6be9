import type { Readable } from "node:stream";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { passOver } from "@kestrel/diagnostics";

/** Bytes read without a pause, and bytes a second after that: enough for builds, and it leaves the daemon responsive. */
const burstBytes = 8 * 1024 * 1024;
const bytesPerSecond = 8 * 1024 * 1024;

/** Reads a text stream in chunks. */
export type PacedOutput = {
  /** Resolves when every received chunk is processed. */
  taken(): Promise<void>;
  stop(): void;
};

/**
 * Passes on one chunk at a time and yields between two; at most `rate` bytes a second on average. Meanwhile the pipe is full and its
 * writer blocks.
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
