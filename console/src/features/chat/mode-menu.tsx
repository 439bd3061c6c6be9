import { Mode, type OpBody } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";
import { passOver } from "../../session/failure.ts";
import { Select } from "../../ui/select.tsx";

/** What the session may do without asking. */
export function ModeMenu({ mode, send }: { mode: Mode; send: (op: OpBody) => Promise<void> }) {
  const { t } = useWords();
  return (
    <Select
      look="quiet"
      icon="shield"
      // Beside the name of a folder on a phone: that one is cut, and not the mode.
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
