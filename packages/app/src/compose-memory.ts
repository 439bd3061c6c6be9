import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { KestrelError } from "@kestrel/core";
import type { Notices } from "@kestrel/daemon";
import { absent } from "@kestrel/diagnostics";
import { MemoryBook } from "@kestrel/memory";
import type { SessionId } from "@kestrel/protocol";
import {
  type Config,
  type DataPaths,
  eraseTypedLines,
  openDatabase,
  readBounded,
  tracesOfWords,
} from "@kestrel/store";
import { composeEmbedder } from "./engine/compose-embedder.ts";
import { thisHost } from "./machine/this-host.ts";

/** Milliseconds that another process' lock is waited for: the daemon does nothing else meanwhile. */
const lockMs = 100;

/** What the person asked to be remembered. Opens nothing, and follows the settings. */
export function composeMemory(config: Config, paths: DataPaths, notices: Notices): MemoryBook {
  const { values } = config;
  const near = embedderOf(config);
  return new MemoryBook({
    folder: join(paths.data, "memory"),
    open: (file) => openDatabase(file, undefined, { timeout: lockMs }),
    now: () => new Date(),
    newId: () => `m${randomBytes(10).toString("hex")}`,
    digest: thisHost.digest,
    home: homedir(),
    readText: readBounded,
    rules: () => ({ on: values["memory.enabled"] === "on", learns: values["memory.learn"] }),
    ...(near && { near: { embedder: near.embedder, model: `${near.url} ${near.model ?? ""}` } }),
    traces: (texts, given) => tracesOfWords(paths, texts, given),
    eraseTyped: (texts) => eraseTypedLines(paths, texts),
    notice: (notice) =>
      notices.add(
        notice.code === "memory_plain"
          ? { code: "memory_plain", params: {} }
          : notice.code === "memory_expired"
            ? { code: "memory_expired", params: { rows: String(notice.rows) } }
            : {
                code: "memory_restored",
                params: {
                  rows: String(notice.rows),
                  ...(notice.kept !== undefined && { file: notice.kept }),
                },
              },
      ),
  });
}

/** With a wrong embedder setting, memory searches by words, and `kestrel doctor` reports the setting. */
function embedderOf(config: Config) {
  try {
    return composeEmbedder(config);
  } catch (error) {
    if (error instanceof KestrelError && error.code === "config_invalid") return undefined;
    throw error;
  }
}

/** By the last word of its log about it. */
export async function isPrivateSession({ sessions }: DataPaths, id: SessionId): Promise<boolean> {
  const log = (await readFile(join(sessions, `${id}.jsonl`), "utf8").catch(absent)) ?? "";
  const set = log.slice(log.lastIndexOf('"type":"memory.set"'));
  return /^"type":"memory\.set","on":false/.test(set);
}
