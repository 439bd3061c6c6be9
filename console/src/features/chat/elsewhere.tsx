import type { EngineStatus } from "@kestrel/protocol/api";
import { useWords } from "../../i18n/language.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Tells at the start of a session that its model is remote. */
export function Elsewhere({ engine }: { engine?: EngineStatus }) {
  const { t } = useWords();
  if (engine?.elsewhere === undefined) return null;
  return (
    <p className="mb-4 border-l-2 border-warn pl-3 text-ui text-warn">
      <VisibleText text={t("chat.elsewhere", { url: engine.elsewhere })} />
    </p>
  );
}
