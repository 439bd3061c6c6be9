import type { SessionEvent } from "@kestrel/protocol";
import { type Entry, emptySession, evolve, isAnswered, type SessionState } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";
import { compactionLine } from "./compaction-line.ts";
import { endSentence } from "./end-sentence.ts";
import { restorationLines, rewoundLine } from "./restoration-lines.ts";
import { toolLine } from "./tool-line.ts";

/** A stored session as a person reads it. */
export function transcriptLines(events: readonly SessionEvent[], say: Say, paint: Paint): string[] {
  const { timeline } = events.reduce(evolve, emptySession);
  return [...timeline].flatMap((entry) => entryLines(entry, say, paint));
}

/** Where a session stands: its last turn. */
export function lastTurnLines({ timeline }: SessionState, say: Say, paint: Paint): string[] {
  const lines: string[][] = [];
  for (const entry of timeline.backwards()) {
    lines.unshift(entryLines(entry, say, paint));
    if (entry.kind === "user") break;
  }
  return lines.flat();
}

/** One entry of the timeline; machine facts and reminders are the model's and are left out. */
function entryLines(entry: Entry, say: Say, paint: Paint): string[] {
  switch (entry.kind) {
    case "user":
      return ["", ...messageLines(entry, say, paint)];
    case "note":
      return entry.contextKind === "steering" ? personLines(entry.text, paint) : [];
    case "reply": {
      const text = entry.text.trim();
      const said = text === "" ? [] : ["", ...text.split("\n")];
      return entry.report === undefined
        ? said
        : [...said, paint("yellow", say("report.reply", { report: entry.report }))];
    }
    case "tool":
      // What became of it is told when it has become something; a question is asked anew.
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

/** What begins a turn: the person's words, or that a cut answer goes on. */
export function messageLines(
  { text, goesOn }: { text: string; goesOn?: true },
  say: Say,
  paint: Paint,
): string[] {
  return goesOn ? [paint("dim", say("session.goesOn"))] : personLines(text, paint);
}

/** What a person said: the first line behind a mark, the others under it. */
export function personLines(text: string, paint: Paint): string[] {
  return text
    .split("\n")
    .map((line, index) => `${index === 0 ? paint("cyan", "›") : " "} ${paint("bold", line)}`);
}
