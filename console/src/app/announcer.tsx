import type { Attention } from "@kestrel/protocol";
import { attentionOf } from "@kestrel/session-state";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";

/** Announces to screen readers when a session finishes or needs the user: once per change, never per token. */
function Announcer({ attention, title }: { attention?: Attention; title: string }) {
  const { t } = useWords();
  const before = useRef(attention);
  const [text, setText] = useState("");
  useEffect(() => {
    const was = before.current;
    before.current = attention;
    if (was === attention || was === undefined) return;
    if (attention === "idle") setText(t("chat.announce.done", { title }));
    if (attention === "stopped") setText(t("chat.announce.stopped", { title }));
    if (attention === "needs_you") setText(t("chat.announce.needs-you", { title }));
    if (attention === "error") setText(t("chat.announce.error", { title }));
  }, [attention, title, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

/** Announces the open session for screen readers. */
export function OpenSessionAnnouncer() {
  const open = useConsole((state) => state.open);
  if (!open?.caughtUp) return null;
  return <Announcer key={open.id} attention={attentionOf(open.state)} title={open.state.title} />;
}
