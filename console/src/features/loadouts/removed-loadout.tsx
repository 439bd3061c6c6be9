import type { Failure } from "@kestrel/protocol";
import { useState } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureText } from "../../ui/failure-text.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";

/** Shows what was removed last, with an undo button. */
export function RemovedLoadout({ name, onBack }: { name: string; onBack: () => void }) {
  const say = useLoadoutWords();
  const { client } = useConsoleStore();
  const [failure, setFailure] = useState<Failure>();
  const restore = () =>
    void client
      .call("restoreLoadout", { body: { name } })
      .then(onBack, (thrown: unknown) => setFailure(failureOf(thrown)));
  return (
    <div role="status" className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui text-dim">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <VisibleText text={say("file.removed", { name })} />
      </span>
      <Button onClick={restore}>{say("file.restore")}</Button>
      {failure && <FailureText failure={failure} />}
    </div>
  );
}
