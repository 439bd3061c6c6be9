import type { SessionEvent } from "@kestrel/protocol";
import type { Origin } from "@kestrel/protocol/access";
import { type Entry, emptySession, evolve, isAnswered, type SessionState } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { oneLine } from "../terminal/one-line.ts";
import type { Paint } from "../terminal/style.ts";
import { compactionLine } from "./compaction-line.ts";
import { endSentence } from "./end-sentence.ts";
import { restorationLines, rewoundLine } from "./restoration-lines.ts";
import { toolLine } from "./tool-line.ts";

/** A stored session as readable lines. */
export function transcriptLines(events: readonly SessionEvent[], say: Say, paint: Paint): string[] {
  const { timeline } = events.reduce(evolve, emptySession);
  return [...timeline].flatMap((entry) => entryLines(entry, say, paint));
}

/** A session's last turn. */
export function lastTurnLines(state: SessionState, say: Say, paint: Paint): string[] {
  return lastTurn(state).flatMap((entry) => entryLines(entry, say, paint));
}

/** Output for a session: the model's text is laid out as in a live reply. */
type Shows = {
  print(text: string): void;
  tell(text: string): void;
  stream(words: string): void;
  endStream(): void;
};

/** Shows the last turn as it was shown live. A reply in progress is left out: it is streamed. */
export function replayLastTurn(state: SessionState, surface: Shows, say: Say, paint: Paint): void {
  for (const entry of lastTurn(state)) {
    if (entry.kind === "reply") {
      const text = entry.finish === undefined && state.openTurn ? "" : entry.text.trim();
      if (text === "") continue;
      surface.print("");
      surface.stream(text);
      surface.endStream();
      if (entry.report !== undefined) surface.tell(reportLine(entry.report, say, paint));
      continue;
    }
    const lines = entryLines(entry, say, paint);
    if (lines.length === 0) continue;
    if (entry.kind === "user") surface.print(lines.join("\n"));
    else surface.tell(lines.join("\n"));
  }
}

function lastTurn({ timeline }: SessionState): Entry[] {
  const entries: Entry[] = [];
  for (const entry of timeline.backwards()) {
    entries.unshift(entry);
    if (entry.kind === "user") break;
  }
  return entries;
}

/** One entry of the timeline; machine facts and reminders are for the model and left out. */
function entryLines(entry: Entry, say: Say, paint: Paint): string[] {
  switch (entry.kind) {
    case "user":
      return ["", ...messageLines(entry, say, paint)];
    case "note":
      return entry.contextKind === "steering" ? personLines(entry.text, paint) : [];
    case "reply": {
      const text = entry.text.trim();
      const said = text === "" ? [] : ["", ...text.split("\n")];
      return entry.report === undefined ? said : [...said, reportLine(entry.report, say, paint)];
    }
    case "tool":
      // A call is shown once it has a result; an open question is asked again.
      return isAnswered(entry.status) ? [toolLine(entry, say, paint)] : [];
    case "compaction":
      return [paint("dim", compactionLine(entry, say))];
    case "restored":
      return restorationLines(entry, say, paint).map((line) => paint("dim", line));
    case "rewound":
      return [paint("dim", rewoundLine(entry, say))];
    case "end": {
      const sentence = endSentence(entry, say);
      return sentence === undefined ? [] : [paint("yellow", sentence)];
    }
    default:
      return entry satisfies never;
  }
}

const reportLine = (report: string, say: Say, paint: Paint) =>
  paint("yellow", say("report.reply", { report }));

/** The start of a turn: the user's message, or the continuation of a cut answer. */
export function messageLines(
  { text, goesOn, origin }: { text: string; goesOn?: true; origin?: Origin },
  say: Say,
  paint: Paint,
): string[] {
  const lines = goesOn ? [paint("dim", say("session.goesOn"))] : personLines(text, paint);
  return origin ? [...lines, `  ${paint("dim", oneLine(say("channels.from", origin)))}`] : lines;
}

/** The user's message: the first line after a mark, the others aligned with it. */
export function personLines(text: string, paint: Paint): string[] {
  return text
    .split("\n")
    .map((line, index) => `${index === 0 ? paint("cyan", "›") : " "} ${paint("bold", line)}`);
}
