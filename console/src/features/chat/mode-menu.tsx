import { Mode, type OpBody } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";
import { passOver } from "../../session/failure.ts";

const modes = Mode.options;

/** What the session may do without asking. */
export function ModeMenu({ mode, send }: { mode: Mode; send: (op: OpBody) => Promise<void> }) {
  const { t } = useWords();
  return (
    <select
      value={mode}
      aria-label={t("mode.label")}
      title={t(`mode.${mode}.text`)}
      onChange={(event) => {
        const chosen = modes.find((one) => one === event.target.value);
        if (chosen) void send({ type: "set-mode", mode: chosen }).catch(passOver);
      }}
      className="h-7 flex-none rounded-control border border-line bg-surface px-1.5 text-12 text-dim hover:text-text"
    >
      {modes.map((one) => (
        <option key={one} value={one}>
          {t(`mode.${one}`)}
        </option>
      ))}
    </select>
  );
}
