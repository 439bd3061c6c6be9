import type { ModelFacts } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";
import { folderName } from "../../folders/folder-name.ts";
import { useNoFolder } from "../../folders/use-folder-name.ts";
import { useWords } from "../../i18n/language.tsx";
import { Bird } from "../../ui/bird.tsx";
import { OwnModelLink } from "../../ui/own-model-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ThingsToTry } from "./things-to-try.tsx";

type EmptyChatProps = {
  state: SessionState;
  /** The current model. */
  model?: ModelFacts;
  ownModelAddress: string;
  /** The session works in the sample project. */
  sample: boolean;
};

/** The introduction of a session without messages. */
export function EmptyChat({ state }: Pick<EmptyChatProps, "state">) {
  const { t } = useWords();
  const isFree = useNoFolder() === state.workspace;
  const folder = folderName(state.workspace);
  const [before = "", after = ""] = t("chat.empty.text", { folder: "\n" }).split("\n");
  return (
    <div className="pt-[8dvh] pb-7 max-sm:pt-2">
      <Bird size={38} />
      <h2 className="mt-5 mb-2 text-display font-semibold text-balance break-keep [overflow-wrap:anywhere] max-sm:text-h1">
        {t("chat.empty.title")}
      </h2>
      <p className="measure text-pretty text-dim">
        {isFree ? (
          t("new.none.text")
        ) : (
          <>
            {before}
            <code className="font-mono text-[0.92em] text-text">
              <VisibleText text={folder} />
            </code>
            {after}
          </>
        )}
      </p>
      <p className="measure mt-1 text-pretty text-dim" data-mode={state.mode}>
        <span className="font-medium text-text">{t(`mode.${state.mode}`)}:</span>{" "}
        {t(`mode.${state.mode}.text`)}
      </p>
    </div>
  );
}

/** Tasks that the loaded model can do, one click each; before them, an explanation of the demonstration. */
export function FirstSteps({ model, ownModelAddress, sample }: Omit<EmptyChatProps, "state">) {
  const { t } = useWords();
  const notice = model?.traits?.notice;
  return (
    <div className="pb-16">
      {notice !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 text-ui text-dim">
          <p className="min-w-0 flex-[1_1_20rem]">
            {t(`engine.notice.${notice}.text`, { label: model?.label ?? "" })}
          </p>
          <OwnModelLink address={ownModelAddress} />
        </div>
      )}
      <ThingsToTry of={notice === undefined ? "any" : sample ? "sample" : "demonstration"} />
    </div>
  );
}
