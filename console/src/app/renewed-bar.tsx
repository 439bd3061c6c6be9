import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";
import { Button } from "../ui/button.tsx";
import { Bar } from "./bar.tsx";

/** Whether a later file of this page could not be loaded: after an update the program has other files. */
let lacks = false;

/** The bundler's event for a module that cannot be loaded: a page, a catalogue. */
const failedPart = "vite:preloadError";

window.addEventListener(failedPart, () => {
  lacks = true;
});

function subscribe(listener: () => void): () => void {
  window.addEventListener(failedPart, listener);
  return () => window.removeEventListener(failedPart, listener);
}

/** Reports that the page is older than the program, and offers to reload it. Hidden while the daemon is not reachable. */
export function RenewedBar() {
  const { t } = useWords();
  const connection = useConsole((state) => state.connection);
  const isOld = useSyncExternalStore(subscribe, () => lacks);
  if (!isOld || connection !== "open") return null;
  return (
    <Bar role="alert" words={t("app.part-missing")}>
      <Button onClick={() => window.location.reload()}>{t("app.reload")}</Button>
    </Bar>
  );
}
