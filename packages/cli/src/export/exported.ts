import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { SessionId } from "@kestrel/protocol";
import { ExportWish } from "@kestrel/protocol/api";
import type { DaemonClient } from "@kestrel/server/client";
import type { Flags } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import { languageOf, type Say } from "../i18n/say.ts";
import { print, printAside } from "../terminal/print.ts";

/** `sessions export ID`: a session for other readers, to standard output or a new file; reports possible secrets in it. */
export async function exported(
  client: DaemonClient,
  id: SessionId,
  { flags, say }: { flags: Flags; say: Say },
): Promise<ExitCode> {
  const redact = flags.redact === true;
  const format = ExportWish.shape.format.parse(flags.format ?? (flags.jsonl ? "jsonl" : "markdown"));
  const { text, found, places } = await client.call("exportSession", {
    params: { id },
    body: { format, redact, language: languageOf(process.env) },
  });
  if (flags["dry-run"]) {
    const shown = found.map(({ line, text: words }) => `${line}: ${words}`);
    const more = places - found.length;
    const lines = [say("sessions.leftOut", { count: places }), ...shown];
    if (more > 0) lines.push(say("sessions.moreLines", { count: more }));
    print(places === 0 ? say("sessions.noSecrets") : lines.join("\n"));
    return exitCodes.done;
  }
  if (flags.out === undefined) print(text.trimEnd());
  else {
    await writeNew(flags.out, text);
    printAside(say("sessions.exported", { file: flags.out }));
  }
  const [first] = found;
  if (redact && first === undefined) printAside(say("sessions.noSecrets"));
  else if (!redact && first) printAside(say("sessions.hasSecrets", { count: places, line: first.line }));
  return exitCodes.done;
}

/** Readable only by this user. Rejects with `config_invalid` when the file exists or cannot be written. */
export async function writeNew(file: string, text: string): Promise<void> {
  await writeFile(resolve(file), text, { flag: "wx", mode: 0o600 }).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandFailure("config_invalid", { flag: "--out", reason: cause.code ?? "unknown", got: file });
  });
}
