import type { Failure, OpBody } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { useMemo } from "react";
import { ChangedLines } from "../../../diff/changed-lines.tsx";
import { useWords } from "../../../i18n/language.tsx";
import { passOver } from "../../../session/failure.ts";
import { lastRestoration } from "../../../session/last-restoration.ts";
import type { HistoryActions } from "../../../session/session-actions.tsx";
import { Button } from "../../../ui/button.tsx";
import { FailureLine } from "../../../ui/failure-line.tsx";
import { partInFocus } from "../../../ui/part-in-focus.ts";
import { TakeBackPanel } from "./take-back-panel.tsx";
import type { TakeBack } from "./use-history.ts";
import { lastChange } from "./what-leaves.ts";

type UndoDockProps = {
  state: SessionState;
  history: HistoryActions;
  /** The address of all the session's changes. */
  changesAddress: string;
  takeBack?: TakeBack;
  failure?: Failure;
  send: (op: OpBody) => Promise<void>;
  onClose: () => void;
};

/** Between turns: the file changes of the last one with undo, or redo. */
export function UndoDock({
  state,
  history,
  changesAddress,
  takeBack,
  failure,
  send,
  onClose,
}: UndoDockProps) {
  const { t } = useWords();
  const changed = useMemo(() => lastChange(state), [state]);
  const restored = useMemo(() => lastRestoration(state), [state]);
  if (state.openTurn) return null;
  if (takeBack) {
    const close = () => {
      onClose();
      partInFocus().querySelector<HTMLElement>("[data-message]")?.focus({ preventScroll: true });
    };
    const key = `${takeBack.turn}${takeBack.again}`;
    return <TakeBackPanel key={key} state={state} takeBack={takeBack} send={send} onClose={close} />;
  }
  return (
    <>
      <FailureLine failure={failure} className="mb-2 text-ui" />
      {changed && (
        <Line
          words={t("dock.changed", { count: changed.files })}
          icon="back"
          act={t("dock.undo")}
          onAct={() => history.takeBack()}
        >
          <ChangedLines {...changed} />{" "}
          <a href={changesAddress} className="ml-1 text-info underline underline-offset-2">
            {t("review.open")}
          </a>
        </Line>
      )}
      {!changed && restored && (
        <Line
          // The conversation above says what was undone.
          words=""
          icon="forth"
          act={t("dock.redo")}
          onAct={() => void history.redo().catch(passOver)}
        >
          {restored.left > 0 && <span className="text-warn">{t("undo.left", { count: restored.left })}</span>}
        </Line>
      )}
    </>
  );
}

type LineProps = {
  words: string;
  icon: "back" | "forth";
  act: string;
  onAct: () => void;
  children: React.ReactNode;
};

function Line({ words, icon, act, onAct, children }: LineProps) {
  const { t } = useWords();
  return (
    <section
      aria-label={t("dock.label")}
      className="mb-1 flex min-h-8 items-center gap-2 px-1 text-fine text-dim"
    >
      <p className="tabular min-w-0 flex-1">
        {words} {children}
      </p>
      <Button look="quiet" icon={icon} onClick={onAct}>
        {act}
      </Button>
    </section>
  );
}
