import { type Failure, type OpBody, questionBounds } from "@kestrel/protocol";
import { isArmed, type ToolEntry } from "@kestrel/session-state";
import { type MouseEvent, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { failureOf } from "../session/failure.ts";
import { useSessionActions } from "../session/session-actions.tsx";
import { Button } from "../ui/button.tsx";
import { FailureText } from "../ui/failure-text.tsx";
import { StateShape } from "../ui/state-mark.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { keyBefore } from "./key-times.ts";
import { OwnWords } from "./own-words.tsx";
import { useArming } from "./use-arming.ts";

type Question = NonNullable<ToolEntry["question"]>;

/** A question from the model or an MCP server: its choices, free text, or no answer. Nothing answers before it could be read. */
export function QuestionCard({ entry, question }: { entry: ToolEntry; question: Question }) {
  const { t } = useWords();
  const actions = useSessionActions();
  const { answers, askedAt, drawn } = useArming();
  const [sent, setSent] = useState(false);
  const [words, setWords] = useState("");
  const [failure, setFailure] = useState<Failure>();

  const answer = (given: { end: "answered"; text: string } | { end: "dismissed" }) => {
    if (!actions || sent || !drawn) return;
    setSent(true);
    setFailure(undefined);
    const op: OpBody = { type: "answer-question", callId: entry.callId, digest: question.digest, ...given };
    actions.send(op).catch((thrown: unknown) => {
      setSent(false);
      setFailure(failureOf(thrown));
    });
  };
  /** A click without a pointer is a key press that may have been meant for something else. */
  const click = (act: () => void) => (event: MouseEvent) => {
    if (askedAt === undefined) return;
    if (event.detail > 0 || isArmed({ askedAt, lastKeyAt: keyBefore(), now: Date.now() })) act();
  };
  const say = () => {
    if (words.trim() !== "") answer({ end: "answered", text: words.trim() });
  };
  const { server } = question;
  const title = server === undefined ? t("question.title") : t("question.server", { server });
  return (
    <section
      aria-label={title}
      data-approval={entry.callId}
      tabIndex={-1}
      className="rounded-large border border-warn-line bg-card shadow-2"
    >
      <header className="flex items-center gap-2 px-4 pt-3">
        <StateShape state="needs_you" />
        <h2 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title}</h2>
      </header>
      <div className="stack gap-3 px-4 pt-2 pb-4">
        {/* A separate block: the question's text cannot extend beyond it. */}
        <blockquote
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long question must be scrollable by keyboard
          tabIndex={0}
          className="max-h-64 overflow-auto rounded-control border border-line bg-paper px-3 py-2 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          <VisibleText text={question.question} />
        </blockquote>
        {server !== undefined && <p className="text-ui text-warn">{t("question.noSecrets")}</p>}
        {actions && (
          <>
            <div ref={answers} data-answers="" className="flex flex-wrap gap-2">
              {question.choices?.map((choice) => (
                <Button
                  key={choice}
                  disabled={!drawn || sent}
                  onClick={click(() => answer({ end: "answered", text: choice }))}
                >
                  <VisibleText text={choice} />
                </Button>
              ))}
              <Button
                look="quiet"
                disabled={!drawn || sent}
                onClick={click(() => answer({ end: "dismissed" }))}
              >
                {t("question.dismiss")}
              </Button>
            </div>
            <form
              className="flex flex-wrap items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                say();
              }}
            >
              <OwnWords
                label={t("question.words")}
                value={words}
                most={questionBounds.answer}
                onChange={setWords}
              />
              <Button look="primary" disabled={!drawn || sent || words.trim() === ""} onClick={say}>
                {t("question.answer")}
              </Button>
            </form>
          </>
        )}
        {failure && <FailureText failure={failure} />}
      </div>
    </section>
  );
}
