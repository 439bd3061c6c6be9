import { coversSentence, type SayAny } from "@kestrel/i18n";
import { answerWord, type RuleCheck } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import type { LettersAlone, Stage } from "./asked-question.ts";

/** Its position among the waiting calls; how many wait with it, and whether those were shown with it. */
type Several = { at: number; all: number; count: number; shown: boolean };

/** The answers possible now. A short sign while it rests. */
export function questionHint(
  stage: Stage,
  pages: { shown: number; all: number; skips?: boolean },
  say: Say,
  rules: { offered: boolean; check?: RuleCheck } = { offered: false },
  letters?: LettersAlone,
  several: Several = { at: 1, all: 1, count: 1, shown: false },
): string {
  const before = several.all > 1 ? `${say("approval.several", several)} · ` : "";
  switch (stage) {
    case "resting":
      return "…";
    case "ready":
      return letters
        ? `${before}${say(`approval.letters.${letters}`, pages)} · ${say("approval.turnTo")}`
        : before + say("approval.turnTo");
    case "paging":
      return say(pages.skips ? "approval.pageOrEnd" : "approval.page", pages);
    case "letters":
      if (several.count > 1)
        return `${before}${say(several.shown ? "approval.allowAll" : "approval.showAll", several)} · ${say(rules.offered ? "approval.keysRules" : "approval.keys")}`;
      return say(rules.offered ? "approval.keysRules" : "approval.keys");
    case "word":
      return say(rules.offered ? "approval.wordRules" : "approval.word", { word: answerWord });
    case "rule":
      return rules.check?.kind === "fits"
        ? say("approval.rule.fits", { covers: coversSentence(rules.check.patterns, say as SayAny) })
        : say(`approval.rule.${rules.check?.kind ?? "no_rule"}`);
    case "text":
      return say("question.keys");
    case "reason":
      return say("approval.reason");
    default:
      return stage satisfies never;
  }
}
