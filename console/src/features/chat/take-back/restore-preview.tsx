import type { Failure, SessionId, UndoTarget } from "@kestrel/protocol";
import type { UndoPreview } from "@kestrel/protocol/api";
import type { PassedOver } from "@kestrel/session-state";
import { useEffect, useState } from "react";
import { useWords } from "../../../i18n/language.tsx";
import { useConsoleStore } from "../../../session/console-context.tsx";
import { failureOf } from "../../../session/failure.ts";
import { useSessionActions } from "../../../session/session-actions.tsx";
import { RestoredFiles } from "../../../transcript/history-marks.tsx";
import { Button } from "../../../ui/button.tsx";
import { FailureLine } from "../../../ui/failure-line.tsx";
import { FailureText } from "../../../ui/failure-text.tsx";

/** `snapshots`: they are already taken around commands. */
type RestorePreviewProps = {
  id: SessionId;
  target: UndoTarget;
  snapshots: boolean | undefined;
  /** Commands that ran since. */
  since?: PassedOver;
};

type NotTakenBackProps = Pick<RestorePreviewProps, "snapshots"> & { commands: number; since?: PassedOver };

/** The commands that no undo reverts: those of the affected turns, and those that ran since. */
export function NotTakenBack({ commands, since, snapshots }: NotTakenBackProps) {
  const { t } = useWords();
  if (commands === 0 && !since) return null;
  return (
    <div className="stack gap-1 text-fine">
      {since?.turn !== undefined && (
        <p className="text-warn">{t("undo.since", { count: since.count, turn: since.turn })}</p>
      )}
      {commands > 0 && <p className="text-warn">{t("undo.commands", { count: commands })}</p>}
      {!snapshots && <SnapshotsOffer />}
    </div>
  );
}

/** From the next command on they can be undone too. */
function SnapshotsOffer() {
  const { t } = useWords();
  const actions = useSessionActions();
  const [failure, setFailure] = useState<Failure>();
  const begin = () => {
    setFailure(undefined);
    actions?.send({ type: "set-snapshots", on: true }).catch((thrown) => setFailure(failureOf(thrown)));
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-dim">
      <p>{t("snapshots.missing")}</p>
      {actions && <Button onClick={begin}>{t("snapshots.begin")}</Button>}
      <FailureLine failure={failure} />
    </div>
  );
}

/** Previews an undo: each file with its diff, files that stay unchanged and why, and commands that it does not undo. */
export function RestorePreview({ id, target, snapshots, since }: RestorePreviewProps) {
  const { t } = useWords();
  const store = useConsoleStore();
  const [preview, setPreview] = useState<UndoPreview>();
  const [failure, setFailure] = useState<Failure>();
  const asked = JSON.stringify(target);
  useEffect(() => {
    const leaving = new AbortController();
    setPreview(undefined);
    setFailure(undefined);
    const body = { target: JSON.parse(asked) as UndoTarget };
    store.client.call("previewUndo", { params: { id }, body, signal: leaving.signal }).then(
      (answer) => setPreview(answer),
      (thrown: unknown) => leaving.signal.aborted || setFailure(failureOf(thrown)),
    );
    return () => leaving.abort();
  }, [store, id, asked]);
  if (failure) return <FailureText failure={failure} />;
  if (!preview) return <p className="text-fine text-faint">{t("takeBack.looking")}</p>;
  const { files, refused, commands } = preview;
  const count = files.filter(({ action }) => action !== "unchanged").length;
  return (
    <div className="stack gap-1 text-fine" data-preview="">
      <p className="text-dim">
        {count === 0 ? t("takeBack.noFiles") : t("undo.would", { count })}
        {refused.length > 0 && (
          <span className="text-warn"> {t("undo.left", { count: refused.length })}</span>
        )}
      </p>
      <RestoredFiles files={files} refused={refused} />
      <NotTakenBack commands={commands} since={since} snapshots={snapshots} />
    </div>
  );
}
