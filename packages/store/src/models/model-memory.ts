import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import { ModelOrigin } from "@kestrel/protocol/api";
import { z } from "zod";
import type { DataPaths } from "../data-paths.ts";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";
import { replaceFile } from "../files/replace-file.ts";
import { isSameAddress } from "../loadouts/same-address.ts";

/** Most servers; beyond that the least recently used one is dropped. */
const mostServers = 16;

const Memory = z.object({
  /** The last chosen model, with the requested window. */
  last: z.object({ from: ModelOrigin, window: z.int().positive().optional() }).optional(),
  /** Used servers, newest first, with the key of those that need one. */
  servers: z.array(z.object({ url: z.string(), key: z.string().optional() })).default([]),
});
export type RememberedModels = z.infer<typeof Memory>;

export type ModelMemory = {
  /** Rejects with `config_invalid` for an unreadable file: no other model is used instead. */
  read(): Promise<RememberedModels>;
  /** Stores the choice, and the key of its server; without `key` the stored one stays. */
  choose(from: ModelOrigin, how?: { key?: string; window?: number }): Promise<void>;
  /** The key of the server at that address, if stored. */
  keyOf(url: string): Promise<string | undefined>;
  /** Stores a server without choosing it; without `key` the stored one stays. */
  keep(url: string, key: string | undefined): Promise<void>;
  /** Removes a server with its key. A later start does not use it either. */
  forget(url: string): Promise<void>;
};

/** The models that this user chose: `last-model.json` in the data folder, for this user alone (0600). */
export function modelMemory({ data }: Pick<DataPaths, "data">): ModelMemory {
  const file = join(data, "last-model.json");
  let last: Promise<unknown> = Promise.resolve();
  const read = () => readMemory(file);
  /** One change at a time. */
  const change = (by: (before: RememberedModels) => RememberedModels): Promise<void> => {
    const written = last.then(async () => {
      const next = by(await read().catch(nothingKept));
      await replaceFile(file, `${JSON.stringify(next, undefined, 1)}\n`, { durable: true, folder: data });
    });
    last = written.catch(() => undefined); // expected: the caller is told
    return written;
  };
  return {
    read,
    choose: (from, { key, window } = {}) =>
      change(({ servers }) => ({
        last: { from, ...(window !== undefined && { window }) },
        servers: "url" in from ? withServer(servers, from.url, key) : servers,
      })),
    keep: (url, key) =>
      change(({ last: chosen, servers }) => ({ last: chosen, servers: withServer(servers, url, key) })),
    forget: (url) =>
      change(({ last: chosen, servers }) => ({
        last: chosen && "url" in chosen.from && isSameAddress(chosen.from.url, url) ? undefined : chosen,
        servers: servers.filter((one) => !isSameAddress(one.url, url)),
      })),
    keyOf: async (url) => {
      const { servers } = await read().catch(nothingKept);
      return servers.find((one) => isSameAddress(one.url, url))?.key;
    },
  };
}

/** With that server as the newest. */
function withServer(
  servers: RememberedModels["servers"],
  url: string,
  key: string | undefined,
): RememberedModels["servers"] {
  const known = servers.find((one) => isSameAddress(one.url, url));
  const kept = key ?? known?.key;
  const others = servers.filter((one) => one !== known).slice(0, mostServers - 1);
  return [{ url, ...(kept !== undefined && { key: kept }) }, ...others];
}

/** An unreadable file holds no keys; a choice also repairs it. */
function nothingKept(error: unknown): RememberedModels {
  if (!(error instanceof KestrelError)) throw error;
  return { servers: [] };
}

async function readMemory(file: string): Promise<RememberedModels> {
  const refuse = (reason: string, cause: unknown) =>
    new KestrelError("config_invalid", `cannot read ${file}: ${reason}`, { file, reason }, { cause });
  const text = await readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return undefined;
    throw refuse(cause.code ?? "unreadable", cause);
  });
  if (text === undefined) return { servers: [] };
  try {
    return Memory.parse(JSON.parse(text));
  } catch (cause) {
    throw refuse("not_kept", cause);
  }
}
