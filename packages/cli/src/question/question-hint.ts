import { answerWord, type RuleCheck } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import type { Stage } from "./asked-question.ts";

/** How the question may be answered now. Empty as long as it rests. */
export function questionHint(
  stage: Stage,
  pages: { shown: number; all: number },
  say: Say,
  rules: { offered: boolean; check?: RuleCheck["kind"] } = { offered: false },
): string {
  switch (stage) {
    case "resting":
      return "";
    case "ready":
      return say("approval.turnTo");
    case "paging":
      return say("approval.page", pages);
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
