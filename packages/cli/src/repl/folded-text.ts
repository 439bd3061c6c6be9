import type { Entry, SessionState } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import { pager, runOutside } from "../terminal/run-outside.ts";
import { toTerminal } from "../terminal/to-terminal.ts";
import type { Surface } from "./surface.ts";

/** The last turn's thinking and its complete results, newest first. */
export function foldedText({ timeline }: SessionState, say: Say): string {
  const blocks: string[] = [];
  for (const entry of timeline.backwards()) {
    if (entry.kind === "user") break;
    const block = blockOf(entry, say);
    if (block !== undefined) blocks.push(block);
  }
  return blocks.join("\n\n");
}

function blockOf(entry: Entry, say: Say): string | undefined {
  if (entry.kind === "reply" && entry.reasoning.trim() !== "")
    return `── ${say("phase.reasoning")}\n${entry.reasoning.trim()}`;
  if (entry.kind === "tool" && (entry.content ?? "").trim() !== "")
    return `── ${describeCall(entry)}\n${(entry.content ?? "").trimEnd()}`;
  return undefined;
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
