import { setTimeout as sleep } from "node:timers/promises";
import { passOver } from "@kestrel/diagnostics";

/** The value if it arrives within this many milliseconds, else undefined. Rejects when it fails before. */
export async function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | undefined> {
  const over = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: over.signal, ref: false }).catch(passOver("wait"));
  try {
    return await Promise.race([value, late]);
  } finally {
    over.abort();
  }
}
