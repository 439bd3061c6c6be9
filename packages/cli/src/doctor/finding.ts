import { programCommand } from "@kestrel/app/program-command";
import type { SayAny } from "@kestrel/i18n";
import type { Sentences } from "../i18n/en.ts";
import type { Say } from "../i18n/say.ts";

type Level = "ok" | "warn" | "fail";

/** One line of the doctor: the check, its result, and a command that fixes it. */
export type Finding = {
  level: Level;
  sentence: Extract<keyof Sentences, `doctor.${string}` | `sandbox.${string}`>;
  facts?: Readonly<Record<string, string | number>>;
  fix?: string;
};

const marks: Readonly<Record<Level, string>> = { ok: "ok   ", warn: "warn ", fail: "FAIL " };

export function findingLines({ level, sentence, facts, fix }: Finding, say: Say): string[] {
  return [
    marks[level] + (say as SayAny)(sentence, facts),
    ...(fix ? [say("doctor.fix", { command: typable(fix) })] : []),
  ];
}

/** The same for programs: the check is the middle part of the message key. */
export function findingRecord({ level, sentence, facts = {}, fix }: Finding, say: Say) {
  return {
    check: sentence.startsWith("sandbox.") ? "sandbox" : sentence.split(".")[1],
    level,
    facts,
    fix: fix && typable(fix),
    text: (say as SayAny)(sentence, facts),
  };
}

/** The command as typed here: a clone has no `kestrel` on its PATH. */
function typable(command: string): string {
  return command.replace(/(^|; |=\S+ )kestrel(?= |$)/g, (_, before: string) => before + programCommand());
}
