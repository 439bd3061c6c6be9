import { Mode, type OpBody } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";
import { passOver } from "../../session/failure.ts";
import { Select } from "../../ui/select.tsx";

/** The session's permission mode. */
export function ModeMenu({ mode, send }: { mode: Mode; send: (op: OpBody) => Promise<void> }) {
  const { t } = useWords();
  return (
    <Select
      look="quiet"
      icon="shield"
      // On a phone the folder's name beside it is truncated, not the mode.
      className="shrink-0"
      label={t("mode.label")}
      title={t(`mode.${mode}.text`)}
      value={mode}
      options={Mode.options.map((value) => ({
        value,
        text: t(`mode.${value}`),
        hint: t(`mode.${value}.text`),
      }))}
      onChange={(chosen) => void send({ type: "set-mode", mode: chosen }).catch(passOver)}
    />
  );
}
