import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { IconButton } from "./button.tsx";

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

/** Copies text. An insecure context has no clipboard API, so a hidden field is used there. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "fixed opacity-0";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
