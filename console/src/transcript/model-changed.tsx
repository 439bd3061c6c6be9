import type { Failure } from "@kestrel/protocol";
import { findSameModel, isSameModel } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useLoad } from "../models/use-load.ts";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { useSessionActions } from "../session/session-actions.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** The current model is not the session's: load the session's model, or accept the current one. Then the message is sent again. */
export function ModelChanged({ failure, held }: { failure: Failure; held?: SessionState["model"] }) {
  const { t } = useWords();
  const store = useConsoleStore();
  const engine = useConsole((state) => state.engine);
  const actions = useSessionActions();
  const { load, asking, failure: refused } = useLoad();
  const [sent, setSent] = useState(false);
  const settled = engine?.state === "busy" ? "ready" : engine?.state;
  const { value } = useAnswer(`${settled} ${engine?.label}`, () => store.client.call("listChoices"));
  if (!actions?.history || sent) return null;
  const { send, history } = actions;
  const before = String(failure.params?.model ?? "");
  const meant = held ?? { label: before };
  const former = value && findSameModel(meant, value.models);
  const isBack = settled === "ready" && engine?.model !== undefined && isSameModel(meant, engine.model);
  const now = failure.params?.demonstration === undefined ? engine?.model : undefined;
  const sendAgain = async () => {
    setSent(true);
    // The line above the input shows a refusal.
    await history.regenerate().catch(() => setSent(false)); // expected: see above
  };
  const takeBack = async () => {
    if (isBack || former?.inUse || (former && (await load(former.wanted)))) await sendAgain();
  };
  const accept = async () => {
    if (!now?.from) return;
    await send({ type: "accept-model", from: now.from });
    await sendAgain();
  };
  return (
    <div className="mt-3 stack gap-2">
      <div className="flex flex-wrap gap-2 in-data-busy:hidden">
        {(former || isBack) && (
          <Button look="primary" disabled={asking} onClick={() => void takeBack()}>
            <VisibleText text={t("changed.back", { model: before })} />
          </Button>
        )}
        {now?.from && !isBack && (
          <Button disabled={asking} onClick={() => void accept()}>
            <VisibleText text={t("changed.accept", { model: now.label })} />
          </Button>
        )}
        <a className="self-center text-info underline underline-offset-2" href={actions.engineAddress}>
          {t("changed.other")}
        </a>
      </div>
      {value && !former && !isBack && <p className="text-dim">{t("changed.gone", { model: before })}</p>}
      <FailureLine failure={refused} />
    </div>
  );
}
