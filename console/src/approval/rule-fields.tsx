import { coversSentence, type SayAny } from "@kestrel/i18n";
import { type ApprovalScope, longestRule } from "@kestrel/protocol";
import { checkRules, commandsCovered, type RuleCheck, type ToolEntry } from "@kestrel/session-state";
import { type MouseEvent, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useSessionActions } from "../session/session-actions.tsx";
import { Button } from "../ui/button.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type RuleFieldsProps = {
  entry: ToolEntry;
  workspace: string;
  locked: boolean;
  /** Wraps a click handler: a click by keyboard counts only when a key does. */
  click(act: () => void): (event: MouseEvent) => void;
  onAllow(scope: ApprovalScope, rules: string[]): void;
};

/** Earlier commands listed beside a rule. */
const mostNamed = 3;

/** The rules that would allow this call, editable into wider ones: what they allow is shown while typing. */
export function RuleFields({ entry, workspace, locked, click, onAllow }: RuleFieldsProps) {
  const { t } = useWords();
  const actions = useSessionActions();
  const { subject = {}, tool, approval } = entry;
  const offered = approval?.rules ?? [];
  const [rules, setRules] = useState<readonly string[]>(offered);
  const written = rules.map((rule) => rule.trim()).filter((rule) => rule !== "");
  const check: RuleCheck =
    written.length === 0
      ? { kind: "no_rule", rule: "" }
      : checkRules(written, { tool, workspace, subject }, offered);
  const earlier = actions?.earlierCommands?.() ?? [];
  const also = written.flatMap((rule) => commandsCovered(rule, tool, earlier));
  const own = (subject.simple ?? []).map(({ words }) => words.join(" "));
  const others = [...new Set(also)].filter((command) => !own.includes(command));
  const allow = (scope: ApprovalScope) => () => onAllow(scope, written);
  const fits = check.kind === "fits" && !locked;
  return (
    <div className="stack gap-2 rounded-control border border-line bg-paper p-3">
      <p className="text-fine text-dim">{t("approval.rule.text")}</p>
      {rules.map((rule, at) => (
        <input
          key={offered[at]}
          value={rule}
          aria-label={t("approval.rule.label")}
          maxLength={longestRule}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setRules(rules.map((one, place) => (place === at ? target.value : one)))}
          className="h-8 w-full rounded-control border border-control bg-card px-2 font-mono text-mono"
        />
      ))}
      <p role="status" className={`text-fine ${check.kind === "fits" ? "text-dim" : "text-danger"}`}>
        {check.kind === "fits" ? (
          <VisibleText
            text={t("approval.rule.fits", { covers: coversSentence(check.patterns, t as SayAny) })}
          />
        ) : (
          t(`approval.rule.${check.kind}`)
        )}
        {check.kind === "fits" && others.length > 0 && (
          <>
            {" "}
            {t("approval.rule.also", { count: others.length })}{" "}
            <span className="font-mono text-text">
              <VisibleText text={others.slice(0, mostNamed).join(" · ")} />
            </span>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={!fits} onClick={click(allow("session"))}>
          {t("approval.rule.session")}
        </Button>
        <Button disabled={!fits} onClick={click(allow("project"))}>
          {t("approval.rule.project")}
        </Button>
      </div>
    </div>
  );
}
