import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole } from "../session/console-context.tsx";
import { Button } from "../ui/button.tsx";
import { Bar } from "./bar.tsx";

/** Whether a file of this page was asked for later and could not be had: the program has others by now. */
let lacks = false;

/** What is loaded later says so by this event of the builder's, whichever part it is: a page, its words, another language. */
const failedPart = "vite:preloadError";

window.addEventListener(failedPart, () => {
  lacks = true;
});

function subscribe(listener: () => void): () => void {
  window.addEventListener(failedPart, listener);
  return () => window.removeEventListener(failedPart, listener);
}

/** Says that the page is older than the program, and offers to load it anew. While nothing answers that is not known. */
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
