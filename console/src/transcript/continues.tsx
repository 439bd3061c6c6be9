import type { SessionId } from "@kestrel/protocol";
import type { ContextNote, SessionState } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { Folded } from "./folded.tsx";

type ContinuesProps = { state: SessionState; addressOf: (id: SessionId) => string };

/** A session's origin: its parent and the summary taken over, the session it was forked from, or the one that started it as a subagent. */
export function Continues({ state, addressOf }: ContinuesProps) {
  const { t } = useWords();
  const { continues, forkedFrom } = state;
  const parent = forkedFrom?.sessionId ?? state.parent?.sessionId ?? continues;
  if (parent === undefined) return null;
  const summary = summaryOf(state);
  return (
    <aside className="rounded-card border border-line px-4 py-2 text-ui text-dim">
      <a href={addressOf(parent)} className="text-info underline underline-offset-2">
        {t(forkedFrom ? "chat.forked" : state.parent ? "helpers.of" : "chat.continues")}
      </a>
      {summary && (
        <Folded line={t("chat.continues.summary")} className="mt-1">
          <p className="mt-1 max-h-80 overflow-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
            <VisibleText text={summary.text} />
          </p>
        </Folded>
      )}
    </aside>
  );
}

/** The summary of the continued session: a pending note at first, then a note of the first message. */
function summaryOf({ timeline, pendingNotes }: SessionState): ContextNote | undefined {
  const first = timeline.at(0);
  const notes = first?.kind === "user" ? first.notes : pendingNotes;
  return notes.find(({ contextKind }) => contextKind === "summary");
}
