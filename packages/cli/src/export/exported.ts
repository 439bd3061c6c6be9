import type { SessionId } from "@kestrel/protocol";
import type { DaemonClient } from "@kestrel/server/client";
import type { Flags } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { print, printAside } from "../terminal/print.ts";

/** `sessions export ID`: the session for others to read, on standard output; beside it, what looks like a secret. */
export async function exported(
  client: DaemonClient,
  id: SessionId,
  { flags, say }: { flags: Flags; say: Say },
): Promise<ExitCode> {
  const redact = flags.redact === true;
  const format = flags.jsonl ? ("jsonl" as const) : ("markdown" as const);
  const { text, found, places } = await client.call("exportSession", {
    params: { id },
    body: { format, redact },
  });
  if (flags["dry-run"]) {
    const shown = found.map(({ line, text: words }) => `${line}: ${words}`);
    const more = places - found.length;
    const lines = [say("sessions.leftOut", { count: places }), ...shown];
    if (more > 0) lines.push(say("sessions.moreLines", { count: more }));
    print(places === 0 ? say("sessions.noSecrets") : lines.join("\n"));
    return exitCodes.done;
  }
  print(text.trimEnd());
  const [first] = found;
  if (redact && first === undefined) printAside(say("sessions.noSecrets"));
  else if (!redact && first) printAside(say("sessions.hasSecrets", { count: places, line: first.line }));
  return exitCodes.done;
}
