import type { Failure } from "@kestrel/protocol";
import { useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useConsole, useConsoleStore } from "../session/console-context.tsx";
import { failureOf } from "../session/failure.ts";
import { useAnswer } from "../session/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** A message asked Kestrel to remember something: one click stores it, whatever the model did. Renders nothing while memory is off. */
export function AskedToRemember({ content }: { content: string }) {
  const { t } = useWords();
  const { client } = useConsoleStore();
  const session = useConsole(({ open }) => open?.id);
  const [kept, setKept] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { value } = useAnswer("memory", () => client.call("listMemory", { body: {} }));
  const keep = () =>
    client.call("storeMemory", { body: { content, ...(session && { session }) } }).then(
      () => setKept(true),
      (thrown: unknown) => setFailure(failureOf(thrown)),
    );
  if (kept)
    return (
      <p role="status" className="text-fine text-faint">
        <VisibleText text={t("memory.remembered", { content })} />
      </p>
    );
  if (!value?.state.on) return null;
  return (
    <div>
      <Button onClick={() => void keep()}>
        <VisibleText text={t("memory.asked", { content })} />
      </Button>
      <FailureNotice failure={failure} />
    </div>
  );
}
