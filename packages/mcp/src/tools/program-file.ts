import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import type { McpServerEntry } from "@kestrel/protocol/api";

/** What is started for a server: the real path of its program, and a digest of it and of a file that its first words name. */
export type ProgramFile = { path: string; digest: string };

/** Bytes; runtimes have about a hundred megabytes. */
const mostBytes = 512 * 1024 * 1024;

/** Undefined for an address, and where no such file is found. */
export async function programFile(
  { command, args = [] }: McpServerEntry,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ProgramFile | undefined> {
  const path = command === undefined ? undefined : await found(command, environment.PATH ?? "");
  if (path === undefined) return undefined;
  // Of an interpreter the script is what changes.
  const script = args.slice(0, 4).find((word) => isAbsolute(word));
  const digests = [await digestOf(path), script === undefined ? "" : await digestOf(script)];
  return { path, digest: createHash("sha256").update(digests.join(" ")).digest("hex").slice(0, 16) };
}

async function found(command: string, path: string): Promise<string | undefined> {
  const places = command.includes("/")
    ? [command]
    : path.split(delimiter).map((folder) => join(folder, command));
  for (const place of places) {
    const runs = await access(place, constants.X_OK).then(
      () => true,
      () => false, // expected: it is not in this folder
    );
    if (runs) return realpath(place).catch(absent);
  }
  return undefined;
}

async function digestOf(file: string): Promise<string> {
  const facts = await stat(file).catch(absent);
  if (!facts?.isFile() || facts.size > mostBytes) return "";
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
