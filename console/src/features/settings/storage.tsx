import type { Failure } from "@kestrel/protocol";
import type { FreedStorage, StoredKind } from "@kestrel/protocol/api";
import { useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { SureButton } from "../../ui/sure-button.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { SettingsRow } from "./settings-row.tsx";
import { SettingsSection } from "./settings-section.tsx";

type Kept = { kinds: readonly StoredKind[]; unnamed: FreedStorage; folder: string };

/** Kestrel's disk usage by kind, and buttons to delete what no session uses: that is listed first. */
export function Storage() {
  const { t, numbers } = useWords();
  const { client } = useConsoleStore();
  const { value, failure, set } = useAnswer<Kept>("", () => client.call("readStorage"));
  const [refused, setRefused] = useState<Failure>();
  const [freed, setFreed] = useState<FreedStorage>();
  const free = async () => {
    setRefused(undefined);
    try {
      setFreed((await client.call("freeStorage", { body: {} })).freed);
      set(await client.call("readStorage"));
    } catch (thrown) {
      setRefused(failureOf(thrown));
    }
  };
  const size = ({ bytes, files }: { bytes: number; files: number }) => (
    <span className="tabular text-dim">
      {numbers.bytes(bytes)} · {t("storage.files", { count: files })}
    </span>
  );
  const gone = freed && sumOf(freed);
  const rest = value && sumOf(value.unnamed);
  return (
    <SettingsSection title={t("storage.title")} text={t("storage.text")} failure={refused ?? failure}>
      {value && (
        <p className="mt-2 text-fine text-faint [overflow-wrap:anywhere]">
          <VisibleText text={value.folder} />
        </p>
      )}
      <ul className="mt-2">
        {value?.kinds.map((kind) => (
          <SettingsRow key={kind.kind} buttons={size(kind)}>
            {t(`storage.kind.${kind.kind}`)}
          </SettingsRow>
        ))}
      </ul>
      {value && rest && rest.files > 0 && (
        <div className="mt-4">
          <p className="text-ui">{t("storage.unnamed")}</p>
          <ul className="mb-2">
            {(["blobs", "outputs"] as const)
              .filter((kind) => value.unnamed[kind].files > 0)
              .map((kind) => (
                <SettingsRow key={kind} buttons={size(value.unnamed[kind])}>
                  {t(`storage.kind.${kind}`)}
                </SettingsRow>
              ))}
          </ul>
          <SureButton
            question={t("storage.sure", { count: rest.files })}
            yes={t("storage.yes")}
            no={t("storage.no")}
            onSure={() => void free()}
          >
            {t("storage.free", { size: numbers.bytes(rest.bytes) })}
          </SureButton>
        </div>
      )}
      <p role="status" className="mt-2 text-ui text-dim">
        {gone && t("storage.freed", { count: gone.files, size: numbers.bytes(gone.bytes) })}
      </p>
      {rest?.files === 0 && !gone && <p className="mt-2 text-ui text-faint">{t("storage.nothing")}</p>}
    </SettingsSection>
  );
}

function sumOf({ blobs, outputs }: FreedStorage): { files: number; bytes: number } {
  return { files: blobs.files + outputs.files, bytes: blobs.bytes + outputs.bytes };
}
