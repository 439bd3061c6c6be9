import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { DaemonClient } from "@kestrel/server/client";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { print } from "../terminal/print.ts";

/** The daemon's limit; a larger file is not read. Bytes. */
const largest = 200_000_000;

/** `sessions import FILE`: a session from its JSONL export. Rejects with `import_refused`. */
export async function imported(client: DaemonClient, file: string, say: Say): Promise<ExitCode> {
  const bytes = await fileToImport(file, largest, "over_200_mb");
  const { session } = await client.call("importSession", {
    upload: { type: "application/x-ndjson", bytes: new Uint8Array(bytes) },
  });
  print(say("sessions.imported", { id: session.id, title: session.title }));
  return exitCodes.done;
}

/** Reads a regular file. Rejects with `import_refused`: with `tooLarge` above `most` bytes. */
export async function fileToImport(file: string, most: number, tooLarge: string): Promise<Buffer> {
  const path = resolve(file);
  const refuse = (reason: string) => new CommandFailure("import_refused", { reason, path: file });
  const unread = (cause: NodeJS.ErrnoException) => {
    throw refuse(cause.code ?? "unreadable");
  };
  const facts = await stat(path).catch(unread);
  if (facts.isDirectory()) throw refuse("EISDIR");
  if (!facts.isFile()) throw refuse("not_a_file");
  if (facts.size > most) throw refuse(tooLarge);
  return readFile(path).catch(unread);
}
