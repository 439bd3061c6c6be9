import type { Attention } from "@kestrel/protocol";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/language.tsx";

/** Tells screen readers when a session ends its work or needs the person: once per change, never per token. */
export function Announcer({ attention, title }: { attention?: Attention; title: string }) {
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
