import type { Entry, SessionState } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import { atWords } from "../terminal/at-words.ts";
import { pager, runOutside } from "../terminal/run-outside.ts";
import { toTerminal } from "../terminal/to-terminal.ts";
import type { Surface } from "./surface.ts";

/** The last turn's thinking and its complete results, newest first. What is prose is wrapped between words to `columns`. */
export function foldedText({ timeline }: SessionState, say: Say, columns: number): string {
  const blocks: string[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") break;
    const block = blockOf(entry, say, columns);
    if (block !== undefined) blocks.push(block);
  }
  return blocks.join("\n\n");
}

function blockOf(entry: Entry, say: Say, columns: number): string | undefined {
  if (entry.kind === "reply" && entry.reasoning.trim() !== "")
    return `── ${say("phase.reasoning")}\n${atWords(entry.reasoning.trim(), columns, 0)}`;
  const content = entry.kind === "tool" ? (entry.content ?? "").trimEnd() : "";
  if (entry.kind !== "tool" || content === "") return undefined;
  const isSentence = entry.status !== "ok" && entry.exitCode === undefined;
  return `── ${describeCall(entry)}\n${isSentence ? atWords(content, columns, 0) : content}`;
}

/** Shows text of any origin in the user's pager: escaped, and without colours. */
export async function showInPager(text: string, surface: Surface, say: Say): Promise<void> {
  const command = pager();
  let code: number | null = 0;
  await surface.outside(async () => {
    code = await runOutside(command, `${toTerminal(text)}\n`);
  });
  if (code !== 0) surface.tell(say("view.noPager", { command }));
}
