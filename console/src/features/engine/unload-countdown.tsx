import { useEffect, useState } from "react";
import { useWords } from "../../i18n/language.tsx";

/** Seconds until an idle model is unloaded. */
export function UnloadCountdown({ at }: { at: string }) {
  const { t, numbers } = useWords();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Date.parse(at) - now);
  // Whole seconds: tenths would only flicker.
  const duration = numbers.duration(Math.max(10_000, left));
  return (
    <span role="timer" className="tabular text-ui text-dim">
      {left < 10_000 ? t("engine.unloads.soon") : t("engine.unloads", { duration })}
    </span>
  );
}
