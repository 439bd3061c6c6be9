import type { ToolEntry } from "@kestrel/session-state";
import type { Translate } from "../i18n/catalogue.ts";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type Question = NonNullable<ToolEntry["question"]>;

/** A question to the user, and its result. */
export function QuestionAndAnswer({ question }: { question: Question }) {
  const { t } = useWords();
  const { server } = question;
  return (
    <dl className="stack gap-2 text-ui">
      <dt className="text-fine text-faint">
        {server === undefined ? t("question.title") : t("question.server", { server })}
      </dt>
      <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <VisibleText text={question.question} />
      </dd>
      {question.end && (
        <>
          <dt className="text-fine text-faint">{t("question.answered")}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <VisibleText text={answerText(question, t)} />
          </dd>
        </>
      )}
    </dl>
  );
}

/** The answer, or why there is none. */
export function answerText({ end, text }: Question, t: Translate): string {
  if (end === undefined) return "";
  return end === "answered" ? (text ?? "") : t(`question.end.${end}`);
}
