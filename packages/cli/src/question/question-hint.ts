import { answerWord, type RuleCheck } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import type { Stage } from "./asked-question.ts";

/** How the question may be answered now. A mark as long as it rests. */
export function questionHint(
  stage: Stage,
  pages: { shown: number; all: number; skips?: boolean },
  say: Say,
  rules: { offered: boolean; check?: RuleCheck["kind"] } = { offered: false },
  /** What a letter alone does: it answers, with Enter behind it, or nothing. */
  letters?: "alone" | "enter",
): string {
  switch (stage) {
    case "resting":
      return "…";
    case "ready":
      return letters
        ? `${say(`approval.letters.${letters}`)} · ${say("approval.turnTo")}`
        : say("approval.turnTo");
    case "paging":
      return say(pages.skips ? "approval.pageOrEnd" : "approval.page", pages);
    case "letters":
      return say(rules.offered ? "approval.keysRules" : "approval.keys");
    case "word":
      return say(rules.offered ? "approval.wordRules" : "approval.word", { word: answerWord });
    case "rule":
      return say(`approval.rule.${rules.check ?? "no_rule"}`);
    case "text":
      return say("question.keys");
    case "reason":
      return say("approval.reason");
    default:
      return stage satisfies never;
  }
}
