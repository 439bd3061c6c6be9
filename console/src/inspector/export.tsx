import type { Failure, SessionId } from "@kestrel/protocol";
import type { Exported, ExportWish } from "@kestrel/protocol/api";
import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsoleStore } from "../session/console-context.tsx";
import { failureOf } from "../session/failure.ts";
import { Button } from "../ui/button.tsx";
import { FailureLine } from "../ui/failure-line.tsx";
import { saveText } from "../ui/save-text.ts";
import { Select } from "../ui/select.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

type ExportProps = { id: SessionId; open?: boolean; format?: ExportWish["format"] };

/** Exports the session to a file: likely secrets are shown first, and left out unless the user includes them. */
export function Export({ id, open = false, format = "markdown" }: ExportProps) {
  const { t, language } = useWords();
  const { client } = useConsoleStore();
  const [wish, setWish] = useState<ExportWish>({ format, redact: true });
  const [seen, setSeen] = useState<Exported>();
  const [failure, setFailure] = useState<Failure>();
  const change = (part: Partial<ExportWish>) => {
    setSeen(undefined);
    setWish({ ...wish, ...part });
  };
  const make = () =>
    client.call("exportSession", { params: { id }, body: { ...wish, language } }).then(
      (made) => {
        setFailure(undefined);
        setSeen(made);
      },
      (thrown: unknown) => setFailure(failureOf(thrown)),
    );
  return (
    <details open={open} className="mb-3 text-fine">
      <summary className="opens text-dim">{t("export.title")}</summary>
      <div className="mt-2 stack gap-2">
        <Select
          label={t("export.format")}
          value={wish.format}
          options={[
            { value: "markdown", text: t("export.markdown") },
            { value: "html", text: t("export.html") },
            { value: "jsonl", text: t("export.jsonl") },
          ]}
          onChange={(format) => change({ format })}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={wish.redact}
            onChange={({ target }) => change({ redact: target.checked })}
          />
          {t("export.redact")}
        </label>
        <p>
          <Button onClick={() => void make()}>{t("export.preview")}</Button>
        </p>
        <FailureLine failure={failure} />
        {seen && (
          <>
            <p role="status">{t("export.places", { places: seen.places })}</p>
            {seen.found.length > 0 && (
              <pre className="max-h-60 overflow-auto rounded-card border border-line p-2 font-mono whitespace-pre-wrap">
                <VisibleText text={seen.found.map(({ line, text }) => `${line}: ${text}`).join("\n")} />
              </pre>
            )}
            <p>
              <Button onClick={() => saveText(seen.text, `${id}.${endings[wish.format]}`)}>
                {t("export.save")}
              </Button>
            </p>
          </>
        )}
      </div>
    </details>
  );
}

const endings = { markdown: "md", html: "html", jsonl: "jsonl" } as const;
