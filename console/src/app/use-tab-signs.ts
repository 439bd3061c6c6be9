import type { Attention } from "@kestrel/protocol";
import { visibleText } from "@kestrel/text";
import { useEffect } from "react";
import { useWords } from "../i18n/language.tsx";
import { birdPath } from "../ui/bird.tsx";

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

/** The dot's colour and shape: working is round, needs you is larger, an error is square. */
const dots = {
  idle: "",
  stopped: "",
  empty: "",
  working: '<circle cx="25" cy="25" r="5" fill="#d9824f"/>',
  needs_you: '<circle cx="24" cy="24" r="7" fill="#e0b13c"/>',
  error: '<rect x="18" y="18" width="12" height="12" fill="#e0525f"/>',
} as const satisfies Record<Attention, string>;

/** The tab's icon as a data URL: the bird, and a dot for the state. */
function faviconAddress(attention: Attention): string {
  const bird = `<path transform="scale(1.33)" d="${birdPath}" fill="#c8643a"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${bird}${dots[attention]}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
