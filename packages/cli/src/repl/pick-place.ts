import type { SessionSummary } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState, type UserEntry } from "@kestrel/session-state";
import { lastTurnLines } from "../session-lines/transcript-lines.ts";
import { oneLine } from "../terminal/one-line.ts";
import { withoutInk } from "../terminal/to-terminal.ts";
import { type MenuItem, Preview } from "./line-menu.ts";
import type { SlashContext } from "./slash-context.ts";

/** A session's messages, newest first, each with its answer. */
function messagesIn({ timeline }: SessionState): { message: UserEntry; number: number; answer: string }[] {
  const found: { message: UserEntry; number: number; answer: string }[] = [];
  for (const entry of timeline) {
    const last = found.at(-1);
    if (entry.kind === "user") found.push({ message: entry, number: found.length + 1, answer: "" });
    else if (entry.kind === "reply" && last && entry.text.trim() !== "") last.answer = entry.text.trim();
  }
  return found.reverse();
}

/** Picks a message of this session, or `end`, the state after the last one, when that has a label; undefined when the user leaves. */
export async function pickMessage(
  { dialogue, surface, say }: SlashContext,
  mark: string,
  end?: string,
): Promise<UserEntry | "end" | undefined> {
  const messages = dialogue.state ? messagesIn(dialogue.state) : [];
  if (messages.length === 0) surface.tell(say("slash.noSession"));
  const items = messages.map(({ message, number, answer }): MenuItem => {
    const [first = "", ...more] = message.text.split("\n");
    const lines = [...more, ...answer.split("\n")];
    return {
      ...{ label: oneLine(more.length > 0 ? `${first} …` : first), help: `#${number}`, line: String(number) },
      preview: new Preview(async () => lines),
    };
  });
  if (items.length === 0) return undefined;
  const last: MenuItem[] = end === undefined ? [] : [{ label: end, line: "end" }];
  const picked = await surface.pick(mark, [...last, ...items]);
  if (picked?.line === "end") return "end";
  return messages.find(({ number }) => String(number) === picked?.line)?.message;
}

/** Picks one of the sessions, titles first; its last turn is previewed. */
export async function pickSession(
  { connection, surface, say, paint }: SlashContext,
  sessions: readonly SessionSummary[],
  rows: readonly string[],
): Promise<SessionSummary | undefined> {
  const { client } = connection;
  const items = sessions.map(({ id }, at): MenuItem => {
    const look = async () => {
      const { events } = await client.call("readLog", { params: { id } });
      return lastTurnLines(events.reduce(evolve, emptySession), say, paint).map(withoutInk);
    };
    return { label: rows[at] ?? id, line: id, preview: new Preview(look) };
  });
  const picked = await surface.pick(say("repl.resumeMark"), items);
  return sessions.find(({ id }) => id === picked?.line);
}

/** Picks what is restored to before that message. */
export async function pickReach({
  surface,
  say,
}: SlashContext): Promise<"talk" | "files" | "both" | undefined> {
  const reaches = ["both", "talk", "files"] as const;
  const items = reaches.map(
    (reach): MenuItem => ({ label: say(`rewind.${reach}`), help: say(`rewind.${reach}.text`), line: reach }),
  );
  const picked = await surface.pick(say("rewind.mark"), items);
  return reaches.find((reach) => reach === picked?.line);
}
