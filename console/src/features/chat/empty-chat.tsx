import type { SessionState } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";
import { Bird } from "../../ui/bird.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { ThingsToTry } from "./things-to-try.tsx";

type EmptyChatProps = {
  state: SessionState;
  /** A demonstration model answers: it is offered what it can do. */
  demo: boolean;
  /** The session works in the sample project. */
  sample: boolean;
};

/** What a session is for, before anything was said. */
export function EmptyChat({ state, demo, sample }: EmptyChatProps) {
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
      {demo ? (
        <ThingsToTry sample={sample} />
      ) : (
        <p className="mt-4 border-l-2 border-accent pl-3 text-dim">{t("chat.empty.example")}</p>
      )}
      {state.continues && <p className="mt-4 text-13 text-faint">{t("chat.continues")}</p>}
    </div>
  );
}
