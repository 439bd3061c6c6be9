import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import type { z } from "zod";
import { longestSettingsFile, readBounded } from "./read-bounded.ts";
import { replaceFile } from "./replace-file.ts";
import { whileLocked } from "./while-locked.ts";

/** A small JSON file. It is read again on each use, so that every process sees a change. */
export type KeptJson<Value> = {
  /** Returns `empty` when the file does not exist. Rejects with `config_invalid` when it cannot be read: it may forbid something. */
  read(): Promise<Value>;
  /** The file always holds the old value or the new one. Changes are serialized, across processes too. */
  change<Result>(make: (value: Value) => [Value, Result]): Promise<Result>;
};

export function keptJson<Value>(
  data: string,
  name: string,
  schema: z.ZodType<Value>,
  empty: Value,
): KeptJson<Value> {
  const file = join(data, name);
  const read = async () => (await contentOf(file, schema)) ?? empty;
  let last: Promise<unknown> = Promise.resolve();
  return {
    read,
    change: (make) => {
      const change = async () => {
        const [value, result] = make(await read());
        await replaceFile(file, `${JSON.stringify(value, undefined, 1)}\n`, { durable: true, folder: data });
        return result;
      };
      const changed = last.then(() => whileLocked(data, change));
      last = changed.catch(() => undefined); // expected: `change` rejects for its caller
      return changed;
    },
  };
}

async function contentOf<Value>(file: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
  const refuse = (reason: string, cause?: unknown) =>
    new KestrelError("config_invalid", `cannot read ${file}: ${reason}`, { file, reason }, { cause });
  const text = await readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw refuse(cause.code ?? "unreadable", cause);
  });
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw refuse("not_kept", cause);
  }
}
