import type { OpBody } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { type FormEvent, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { failureOf } from "../session/failure.ts";
import { Button } from "../ui/button.tsx";
import { FailureText } from "../ui/failure-text.tsx";

type MakeRoomProps = { state: SessionState; send: (op: OpBody) => Promise<void> };

/** Compacts the conversation; a named focus is kept in the summary. Also stops a running compaction. */
export function MakeRoom({ state, send }: MakeRoomProps) {
  const { t } = useWords();
  const [matters, setMatters] = useState("");
  const [failure, setFailure] = useState<ReturnType<typeof failureOf>>();
  const ask = (op: OpBody) => {
    setFailure(undefined);
    send(op).catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  if (state.compacting) {
    return (
      <div className="stack mt-4 gap-2 text-ui">
        <p className="text-dim">{t("compaction.now")}</p>
        <Button onClick={() => ask({ type: "cancel" })}>{t("compact.stop")}</Button>
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = matters.trim();
    ask(words === "" ? { type: "compact" } : { type: "compact", matters: words });
    setMatters("");
  };
  return (
    <form onSubmit={submit} className="stack mt-4 gap-2 text-ui">
      <label className="stack gap-1">
        <span className="text-dim">{t("compact.matters")}</span>
        <input
          value={matters}
          maxLength={2_000}
          onChange={(event) => setMatters(event.target.value)}
          className="min-h-8 rounded-control border border-control bg-card px-2"
        />
      </label>
      <Button type="submit">{t("compact.now")}</Button>
      {state.openTurn && <p className="text-fine text-faint">{t("compact.later")}</p>}
      {failure && <FailureText failure={failure} />}
    </form>
  );
}
