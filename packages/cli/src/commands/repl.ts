import { inputHistoryFile } from "@kestrel/app/input-history-file";
import { version } from "@kestrel/app/version";
import type { ExitCode } from "../exit-codes.ts";
import { folderOf } from "../machine/folder-of.ts";
import { EarlyKeys } from "../repl/early-keys.ts";
import { InputHistory } from "../repl/input-history.ts";
import { TerminalSurface } from "../repl/terminal-surface.ts";
import { shownFolder } from "../session-lines/shown-folder.ts";
import { canRewrite, coloursOn, paintFor } from "../terminal/style.ts";
import type { CommandInput } from "./command.ts";

/**
 * `kestrel`, alone or with a first message: a dialogue in this folder, until the user leaves. The prompt is drawn before the daemon is
 * joined, and before the code for that is loaded.
 */
export async function repl(input: CommandInput): Promise<ExitCode> {
  const { flags, say } = input;
  const paint = paintFor(process.stdout, process.env);
  const place = { folder: await folderOf(flags) };
  // Writes to a closed terminal fail.
  for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on("error", () => undefined);
  const greeting = () => say("repl.greeting", { folder: shownFolder(place.folder, process.env.HOME) });
  const isPlain = flags.plain === true || !canRewrite(process.stdout, process.env);
  const terminal = isPlain
    ? undefined
    : new TerminalSurface({
        ...{ say, paint },
        history: new InputHistory(() => inputHistoryFile(place.folder)),
        markdown: coloursOn(process.stdout, process.env),
      });
  const surface = terminal ?? new (await import("../repl/plain-surface.ts")).PlainSurface(say);
  const greet = () => {
    surface.hint("");
    surface.tell(`${paint("bold", "Kestrel")} ${version} ${paint("dim", greeting())}`);
  };
  // Only the daemon knows the folder of a named session or worktree.
  const isElsewhere = flags.continue === true || Boolean(flags.resume) || flags.worktree !== undefined;
  const early = terminal && !isElsewhere ? new EarlyKeys(terminal) : undefined;
  if (terminal && early) {
    terminal.hint(`Kestrel ${version} ${greeting()}`);
    await terminal.openEarly(early);
  }
  const { converse } = await import("../repl/converse.ts");
  return converse(input, { surface, paint, place, early, greet });
}
