import type { Failure, RemovedSession, SessionSummary } from "@kestrel/protocol";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Deleted sessions that can still be restored. */
export function DeletedSessions() {
  const { t, numbers } = useWords();
  const store = useConsoleStore();
  // Deleting or restoring a session elsewhere changes the list of sessions.
  const sessions = useConsole((state) => state.sessions?.length);
  const list = () => store.client.call("listRemovedSessions").then(({ removed }) => removed);
  const { value, failure, set } = useAnswer<readonly RemovedSession[]>(String(sessions), list);
  const [refused, setRefused] = useState<Failure>();
  const wrong = refused ?? failure;
  const restore = (session: SessionSummary) => {
    setRefused(undefined);
    store.restoreSession(session).then(
      () => set((value ?? []).filter((one) => one.session.id !== session.id)),
      (thrown: unknown) => setRefused(failureOf(thrown)),
    );
  };
  return (
    <SettingsSection title={t("deleted.title")} text={t("deleted.text")} failure={wrong}>
      {value?.length === 0 && <p className="mt-2 text-ui text-faint">{t("deleted.none")}</p>}
      <ul className="mt-2 max-h-96 overflow-y-auto">
        {value?.map(({ session, removedAt }) => (
          <SettingsRow
            key={session.id}
            buttons={
              <Button
                aria-label={t("deleted.restore.this", { title: session.title || t("sessions.untitled") })}
                onClick={() => restore(session)}
              >
                {t("deleted.restore")}
              </Button>
            }
          >
            <VisibleText text={session.title || t("sessions.untitled")} />
            <span className="tabular block text-fine text-faint">
              <VisibleText text={`${session.workspace} · ${numbers.age(removedAt, Date.now())}`} />
            </span>
          </SettingsRow>
        ))}
      </ul>
    </SettingsSection>
  );
}
