import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { passOver } from "@kestrel/diagnostics";
import { askSession } from "@kestrel/server/client";
import type { Token, Tokens } from "@kestrel/text/markdown";
import { UsageError } from "../arguments.ts";
import { languageOf } from "../i18n/say.ts";
import { diffLines } from "../session-lines/diff-lines.ts";
import { showInPager } from "./folded-text.ts";
import type { SlashContext } from "./slash-context.ts";

/**
 * `/copy [code]`: the last answer as the model wrote it, or the last block of code in an answer, to the clipboard of the terminal
 * (OSC 52).
 */
export async function copyAnswer({ dialogue, surface, say }: SlashContext, argument: string): Promise<void> {
  if (!["", "code"].includes(argument))
    throw new UsageError(say("usage.value", { flag: "/copy", value: argument, expected: "code" }));
  const { lex } = await import("@kestrel/text/markdown");
  for (const entry of dialogue.state?.timeline.backwards() ?? []) {
    const answer = entry.kind === "reply" ? entry.text.trim() : "";
    const text = argument === "code" ? (lastCode(lex(answer)) ?? "") : answer;
    if (text === "") continue;
    process.stdout.write(`\x1b]52;c;${Buffer.from(text).toString("base64")}\x07`);
    if (process.env.TMUX) keepInTmux(text);
    const count = text.split("\n").length;
    return surface.tell(say(argument === "code" ? "copy.code" : "copy.done", { count }));
  }
  surface.tell(say(argument === "code" ? "copy.noCode" : "copy.nothing"));
}

/** tmux takes the sequence only with `set-clipboard on`. Its own buffer always works, and goes to the outer clipboard where that is allowed. */
function keepInTmux(text: string): void {
  const { stdin } = spawn("tmux", ["load-buffer", "-w", "-"], { stdio: ["pipe", "ignore", "ignore"] }).on(
    "error",
    passOver("copying into tmux"),
  );
  stdin.on("error", passOver("copying into tmux")).end(text);
}

/** The last block of code, also one in a list or a quote. */
function lastCode(tokens: readonly Token[]): string | undefined {
  for (const token of tokens.toReversed()) {
    const inner: readonly Token[] =
      "items" in token ? token.items : "tokens" in token ? (token.tokens ?? []) : [];
    const code = token.type === "code" ? (token as Tokens.Code).text : lastCode(inner);
    if (code) return code;
  }
  return undefined;
}

/** `/diff`: the session's changes to files, oldest first, in the pager. */
export async function showChanges({ dialogue, surface, say }: SlashContext): Promise<void> {
  const entries = [...(dialogue.state?.timeline ?? [])];
  const lines = entries.flatMap((entry) =>
    entry.kind === "tool"
      ? entry.changes.flatMap(({ path, diff }) => [
          `── ${path}`,
          ...diffLines(diff).map(({ text }) => text),
          "",
        ])
      : [],
  );
  if (lines.length === 0) return surface.tell(say("diff.nothing"));
  if (surface.byLine) surface.print(lines.join("\n"));
  else await showInPager(lines.join("\n"), surface, say);
}

/** `/export [FILE]`: the session as Markdown, in a new file. */
export async function exportHere(
  { connection, dialogue, surface, say, folder }: SlashContext,
  argument: string,
): Promise<void> {
  const id = dialogue.state?.sessionId;
  if (id === undefined) return surface.tell(say("slash.noSession"));
  const { text, places } = await connection.client.call("exportSession", {
    params: { id },
    body: { format: "markdown", redact: false, language: languageOf(process.env) },
  });
  const file = resolve(folder, argument === "" ? `kestrel-${id.slice(0, 8)}.md` : argument);
  await writeFile(file, text, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(say("export.failed", { file, reason: error.code ?? error.message }));
  });
  surface.tell(say("sessions.exported", { file }));
  if (places > 0) surface.tell(say("export.secrets", { count: places }));
}

/** `/rename TITLE`. */
export async function rename(
  { connection, dialogue, surface, say }: SlashContext,
  title: string,
): Promise<void> {
  const id = dialogue.state?.sessionId;
  if (id === undefined) return surface.tell(say("slash.noSession"));
  if (title === "") throw new UsageError(say("rename.how"));
  await askSession(connection.client, id, { type: "set-title", title });
  surface.tell(say("rename.done", { title }));
}
