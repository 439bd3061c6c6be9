import type { Failure } from "@kestrel/protocol";
import {
  type EngineStatus,
  ExamQuestion,
  type ModelProfile as Profile,
  usualToolsDialect,
} from "@kestrel/protocol/api";
import { useState } from "react";
import type { Translate } from "../../i18n/catalogue.ts";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { Facts } from "./facts.tsx";
import { LandingTable } from "./landing-table.tsx";

/** What was measured about the current model. Runs no test unless the user starts the exam. */
export function ModelProfile({ engine }: { engine: EngineStatus }) {
  const { t, numbers } = useWords();
  const store = useConsoleStore();
  const [asking, setAsking] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const probe = (question?: ExamQuestion) => store.client.call("probeModel", { body: { question } });
  const known = useAnswer(`${engine.label} ${engine.pid}`, () => probe());
  const profile = known.value?.profile;
  if (!profile) return null;

  const questions = ExamQuestion.options;
  const examine = async () => {
    setFailure(undefined);
    try {
      for (const [index, question] of questions.entries()) {
        setAsking(index + 1);
        known.set(await probe(question));
      }
    } catch (thrown) {
      setFailure(failureOf(thrown));
    } finally {
      setAsking(undefined);
    }
  };
  const { tools, tools_dialect: dialect = usualToolsDialect } = profile;
  const { speed, calls, grammar, edits, reuse, reasoning, landing, template_file: templateFile } = profile;
  const open = calls === undefined || edits === undefined || reuse === undefined;
  return (
    <section className="mt-10">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="flex-1 text-h3 font-semibold">{t("profile.title")}</h2>
        {open && (
          <Button onClick={() => void examine()} disabled={asking !== undefined || engine.state === "busy"}>
            {asking === undefined
              ? t("profile.exam")
              : t("profile.asking", { n: asking, total: questions.length })}
          </Button>
        )}
      </div>
      <FailureLine failure={failure} className="mb-4 text-ui" />
      <Facts
        facts={[
          [t("profile.template"), auditText(profile, t)],
          [t("profile.template.own"), templateFile],
          [t("engine.reasoning"), reasoning && t(`profile.reasoning.${reasoning}`)],
          [t("profile.reuse"), reuse && t(`profile.reuse.${reuse}`)],
          [t("engine.tools"), calls && t(`profile.calls.${calls}`)],
          [t("profile.grammar"), grammar],
          [t("profile.tools"), tools && t(`profile.tools.${tools}`, { dialect })],
          [t("profile.edits"), edits && t(`profile.edits.${edits}`)],
          [
            t("profile.speed"),
            speed &&
              t("profile.speeds", {
                prefill: numbers.speed(speed.prefill),
                generation: numbers.speed(speed.generation),
              }),
          ],
        ]}
      />
      {landing && <LandingTable landing={landing} />}
    </section>
  );
}

/** The result of the template audit in a sentence: how much of the prompt cache is kept. */
function auditText({ audit, reasoning }: Profile, t: Translate): string {
  if (!audit) return t("profile.audit.unknown");
  if (audit.call && audit.user) return t("profile.audit.whole");
  if (audit.without && reasoning === "omit") return t("profile.audit.omit");
  return t(audit.call ? "profile.audit.user" : "profile.audit.call");
}
