import type { Failure, SessionId } from "@kestrel/protocol";
import { type CheckedLoadout, type LoadoutDraft, LoadoutName } from "@kestrel/protocol/api";
import { type FormEvent, useState } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { failureOf } from "../../session/failure.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { CheckLines } from "./check-lines.tsx";
import type { ChosenParts } from "./chosen-parts.ts";
import { Labelled } from "./labelled.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { StartSession } from "./start-session.tsx";

type FinishStepProps = {
  chosen: ChosenParts;
  draft: LoadoutDraft;
  checked?: CheckedLoadout;
  onChoose: (part: Partial<ChosenParts>) => void;
  onSaved: () => void;
  onBegun: (id: SessionId) => void;
};

/** The check, the name and the file; then a first task with it. */
export function FinishStep({ chosen, draft, checked, onChoose, onSaved, onBegun }: FinishStepProps) {
  const say = useLoadoutWords();
  const store = useConsoleStore();
  const [saved, setSaved] = useState<{ name: string; file: string; of: string }>();
  const [failure, setFailure] = useState<Failure>();
  const written = JSON.stringify(draft);
  const named = LoadoutName.safeParse(chosen.name.trim()).success;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!named) return;
    setFailure(undefined);
    store.client.call("saveLoadout", { body: { draft } }).then(
      (answer) => {
        setSaved({ ...answer, of: written });
        onSaved();
      },
      (thrown: unknown) => setFailure(failureOf(thrown)),
    );
  };
  const broken = checked && (checked.excess || checked.problems.length > 0);
  return (
    <>
      {checked && <CheckLines checked={checked} />}
      {broken && <p className="text-ui text-dim">{say("new.over")}</p>}
      <form onSubmit={save} className="stack gap-3">
        <Labelled label={say("new.name")} hint={say("new.name.hint")}>
          {(ties) => (
            <input
              {...ties}
              value={chosen.name}
              onChange={({ target }) => onChoose({ name: target.value })}
              aria-invalid={chosen.name !== "" && !named}
              autoComplete="off"
              spellCheck={false}
              className="h-9 min-w-0 rounded-control border border-control bg-paper px-3 font-mono text-mono"
            />
          )}
        </Labelled>
        <Labelled label={say("new.description")}>
          {(ties) => (
            <input
              {...ties}
              value={chosen.description}
              maxLength={400}
              onChange={({ target }) => onChoose({ description: target.value })}
              className="h-9 min-w-0 rounded-control border border-control bg-paper px-3 text-ui"
            />
          )}
        </Labelled>
        <FailureLine failure={failure} className="text-ui" />
        <div>
          <Button type="submit" look="primary" icon="check" disabled={!named || saved?.of === written}>
            {say("new.save")}
          </Button>
        </div>
      </form>
      <p role="status" className="text-ui text-ok [overflow-wrap:anywhere]">
        {saved && <VisibleText text={say("new.saved", { file: saved.file })} />}
      </p>
      {saved && <StartSession name={saved.name} model={draft.model} onBegun={onBegun} />}
    </>
  );
}
