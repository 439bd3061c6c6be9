import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "./button.tsx";
import { copyText } from "./copy-text.ts";

/** Copies `text` and confirms it briefly. */
export function CopyButton({ text, className }: { text: string; className?: string }) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <IconButton
      icon={copied ? "check" : "copy"}
      label={copied ? t("chat.copied") : t("chat.copy")}
      className={className}
      onClick={() => copyText(text).then(() => setCopied(true))}
    />
  );
}
