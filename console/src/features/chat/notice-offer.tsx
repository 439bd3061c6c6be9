import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";
import { usePreferences } from "../../preferences/preferences.tsx";
import { passOver } from "../../session/failure.ts";
import { Button, IconButton } from "../../ui/button.tsx";

/** Duration from which a turn counts as long enough to leave the page. Milliseconds. */
const longMs = 10_000;

/** Offers system notifications once, during a long turn. */
export function NoticeOffer({ busy }: { busy: boolean }) {
  const { t } = useWords();
  const { notices, setNotices } = usePreferences();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLong(true), longMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [busy]);
  if (!busy || !isLong || notices !== "ask" || !("Notification" in window)) return null;
  if (Notification.permission === "denied") return null;
  const allow = async () => {
    const answer = await Notification.requestPermission();
    // Dismissing the browser's own prompt is no answer.
    if (answer !== "default") setNotices(answer === "granted" ? "on" : "off");
  };
  return (
    <p className="mb-1 flex min-h-8 items-center gap-2 px-1 text-fine text-dim">
      <span className="min-w-0 flex-1">{t("notices.offer")}</span>
      <Button look="quiet" onClick={() => void allow().catch(passOver)}>
        {t("notices.allow")}
      </Button>
      <IconButton icon="close" label={t("notices.never")} onClick={() => setNotices("off")} />
    </p>
  );
}
