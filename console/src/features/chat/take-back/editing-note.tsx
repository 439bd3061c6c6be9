import type { SessionId } from "@kestrel/protocol";
import { type SessionState, takesSnapshots } from "@kestrel/session-state";
import { useWords } from "../../../i18n/language.tsx";
import { Button } from "../../../ui/button.tsx";
import { RestorePreview } from "./restore-preview.tsx";
import type { Editing } from "./use-history.ts";
import { filesIn, messagesFrom } from "./what-leaves.ts";

type EditingNoteProps = {
  id: SessionId;
  state: SessionState;
  editing: Editing;
  withFiles: boolean;
  onFiles: (on: boolean) => void;
  onLeave: () => void;
};

/** Above the field while an earlier message is edited: what sending it removes from the conversation. */
export function EditingNote({ id, state, editing, withFiles, onFiles, onLeave }: EditingNoteProps) {
  const { t } = useWords();
  const target = { to: editing.turn };
  const files = filesIn(state, target);
  const later = messagesFrom(state, editing.turn) - 1;
  return (
    <section
      aria-label={t("history.edit")}
      className="stack max-h-[35dvh] gap-1 overflow-y-auto border-b border-line px-4 py-2 text-fine"
    >
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-dim">
          {t(later > 0 ? "editing.takesMore" : "editing.takes", { count: later })}
        </p>
        <Button look="quiet" keyName="Esc" onClick={onLeave}>
          {t("takeBack.leave")}
        </Button>
      </div>
      {files > 0 && (
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" checked={withFiles} onChange={(event) => onFiles(event.target.checked)} />
          {t("takeBack.files", { count: files })}
        </label>
      )}
      {files > 0 && withFiles && <RestorePreview id={id} target={target} snapshots={takesSnapshots(state)} />}
    </section>
  );
}
