import { programCommand } from "@kestrel/app/program-command";
import type { SayAny } from "@kestrel/i18n";
import type { Sentences } from "../i18n/en.ts";
import type { Say } from "../i18n/say.ts";

type Level = "ok" | "warn" | "fail";

/** One line of the doctor's: what was looked at, how it is, and the one command that mends it. */
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

/** The same for programs: the check is the middle of the sentence's name. */
export function findingRecord({ level, sentence, facts = {}, fix }: Finding, say: Say) {
  return {
    check: sentence.startsWith("sandbox.") ? "sandbox" : sentence.split(".")[1],
    level,
    facts,
    fix: fix && typable(fix),
    text: (say as SayAny)(sentence, facts),
  };
}

/** The command as it can be typed here: from a clone there is no `kestrel`. */
function typable(command: string): string {
  return command.replace(/(^|; |=\S+ )kestrel(?= |$)/g, (_, before: string) => before + programCommand());
}
