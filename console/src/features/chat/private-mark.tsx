import type { OpBody } from "@kestrel/protocol";
import { useWords } from "../../i18n/language.tsx";
import { passOver } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";

/** Shows that a session uses no memory, with a button to use it again. Renders nothing while memory is used. */
export function PrivateMark({ memory, send }: { memory?: boolean; send: (op: OpBody) => Promise<void> }) {
  const { t } = useWords();
  if (memory !== false) return null;
  return (
    <Button
      look="quiet"
      title={t("memory.use")}
      onClick={() => void send({ type: "set-memory", on: true }).catch(passOver)}
    >
      {t("memory.mark")}
    </Button>
  );
}
