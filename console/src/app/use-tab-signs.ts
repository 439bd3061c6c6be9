import type { Attention } from "@kestrel/protocol";
import { visibleText } from "@kestrel/text";
import { useEffect } from "react";
import { useWords } from "../i18n/language.tsx";
import { faviconAddress } from "./favicon.ts";

const signs = {
  idle: "",
  stopped: "",
  empty: "",
  working: "… ",
  needs_you: "(!) ",
  error: "(×) ",
} as const satisfies Record<Attention, string>;

/** The tab's title and icon show the state of the sessions. */
export function useTabSigns(attention: Attention, title: string | undefined): void {
  const { t } = useWords();
  useEffect(() => {
    const word = attention === "needs_you" || attention === "error" ? `${t(`state.${attention}`)}: ` : "";
    document.title = `${signs[attention]}${word}${title ? `${visibleText(title)} · ` : ""}Kestrel`;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = faviconAddress(attention);
  }, [attention, title, t]);
}
