import type { ModelFacts } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { useWords } from "../../i18n/language.tsx";
import { Bird } from "../../ui/bird.tsx";
import { OwnModelLink } from "../../ui/own-model-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ThingsToTry } from "./things-to-try.tsx";

type EmptyChatProps = {
  state: SessionState;
  /** Who answers; where people are told something of it, that stands in place of the example. */
  model?: ModelFacts;
  ownModelAddress: string;
  /** The session works in the sample project. */
  sample: boolean;
};

/** What a session is for, before anything was said. */
export function EmptyChat({ state, model, ownModelAddress, sample }: EmptyChatProps) {
  const { t } = useWords();
  const folder = state.workspace.split("/").filter(Boolean).at(-1) ?? state.workspace;
  const [before = "", after = ""] = t("chat.empty.text", { folder: "\n" }).split("\n");
  return (
    <div className="pt-[12dvh]">
      <Bird size={32} />
      <h2 className="mt-4 text-20 font-semibold">{t("chat.empty.title")}</h2>
      <p className="mt-2 max-w-[60ch] text-dim">
        {before}
        <code className="font-mono text-13 text-text">
          <VisibleText text={folder} />
        </code>
        {after}
      </p>
      <p className="mt-1 max-w-[60ch] text-dim" data-mode={state.mode}>
        <span className="font-medium text-text">{t(`mode.${state.mode}`)}:</span>{" "}
        {t(`mode.${state.mode}.text`)}
      </p>
      {model?.traits?.notice === undefined ? (
        <p className="mt-4 border-l-2 border-accent pl-3 text-dim">{t("chat.empty.example")}</p>
      ) : (
        <>
          <div className="mt-4 max-w-[60ch] border-l-2 border-accent pl-3 text-dim">
            <p>{t(`engine.notice.${model.traits.notice}.text`, { label: model.label })}</p>
            <OwnModelLink address={ownModelAddress} />
          </div>
          <ThingsToTry sample={sample} />
        </>
      )}
    </div>
  );
}
