import type { Failure, SessionSummary } from "@kestrel/protocol";
import { useRef, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** Imports a session from a JSONL export. */
export function ImportSession() {
  const { t } = useWords();
  const store = useConsoleStore();
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const [imported, setImported] = useState<SessionSummary>();
  const take = (file: Blob) => {
    setFailure(undefined);
    setImported(undefined);
    store.importSession(file).then(setImported, (thrown: unknown) => setFailure(failureOf(thrown)));
  };
  return (
    <SettingsSection title={t("import.title")} text={t("import.text")} failure={failure}>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jsonl,application/x-ndjson"
        aria-label={t("import.title")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) take(file);
          target.value = "";
        }}
      />
      <Button className="mt-2" onClick={() => input.current?.click()}>
        {t("import.choose")}
      </Button>
      {imported && (
        <p role="status" className="mt-2 text-ui">
          <VisibleText text={t("import.done", { title: imported.title || t("sessions.untitled") })} />
        </p>
      )}
    </SettingsSection>
  );
}
