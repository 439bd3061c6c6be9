import type { SessionId } from "@kestrel/protocol";
import { memoryBill } from "@kestrel/session-state";
import { useRef } from "react";
import { useConsoleStore } from "../../session/console-context.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { SureButton } from "../../ui/sure-button.tsx";
import { BillBars } from "./bill-bars.tsx";
import { CheckLines } from "./check-lines.tsx";
import { draftOf, nothingChosen } from "./chosen-parts.ts";
import { FinishStep } from "./finish-step.tsx";
import { useLoadoutWords } from "./loadout-words.tsx";
import { MemoryLines } from "./memory-lines.tsx";
import { useDraftCheck } from "./use-draft-check.ts";
import { useKeptDraft } from "./use-kept-draft.ts";
import { StepFields, type WizardStep, wizardSteps } from "./wizard-steps.tsx";

type LoadoutWizardProps = { onLeave: () => void; onBegun: (id: SessionId) => void };

/** Creates a loadout part by part, with its cost beside every step; nothing is written before the last one. */
export function LoadoutWizard({ onLeave, onBegun }: LoadoutWizardProps) {
  const say = useLoadoutWords();
  const { client } = useConsoleStore();
  const { chosen, step, choose, ...kept } = useKeptDraft();
  const heading = useRef<HTMLHeadingElement>(null);
  const choices = useAnswer("", () => client.call("listLoadoutChoices"));
  const models = useAnswer("", () => client.call("listModels"));
  const known = choices.value ?? { tools: [], lines: [] };
  const onDisk = models.value?.models ?? [];
  const draft = draftOf(
    chosen,
    known.tools.map(({ name }) => name),
  );
  const { checked, failure, counting } = useDraftCheck(draft);
  const at = wizardSteps.indexOf(step);
  const show = (next: WizardStep | undefined) => {
    if (!next) return;
    kept.show(next);
    heading.current?.focus();
  };
  return (
    <div className="mt-1 stack gap-5">
      <p className="text-dim">{say("new.text")}</p>
      <Steps step={step} onStep={show} />
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_18rem]">
        <section className="stack gap-4">
          <h2 ref={heading} tabIndex={-1} className="text-h3 font-semibold outline-none">
            {say(`step.${step}`)}
          </h2>
          <FailureLine failure={choices.failure ?? models.failure} className="text-ui" />
          {step === "finish" ? (
            <FinishStep
              chosen={chosen}
              draft={draft}
              checked={checked}
              onChoose={choose}
              onSaved={kept.saved}
              onBegun={onBegun}
            />
          ) : (
            <StepFields step={step} chosen={chosen} models={onDisk} choices={known} onChoose={choose} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button disabled={at === 0} onClick={() => show(wizardSteps[at - 1])}>
              {say("new.back")}
            </Button>
            {step !== "finish" && (
              <Button look="primary" onClick={() => show(wizardSteps[at + 1])}>
                {say("new.next")}
              </Button>
            )}
            <span className="flex-1" />
            <Button look="quiet" onClick={onLeave}>
              {say("page.all")}
            </Button>
            {chosen !== nothingChosen && (
              <SureButton
                question={say("new.discard.ask")}
                yes={say("new.discard.yes")}
                no={say("new.discard.no")}
                onSure={() => {
                  kept.discard();
                  heading.current?.focus();
                }}
              >
                {say("new.discard")}
              </SureButton>
            )}
          </div>
        </section>
        <aside
          aria-label={say("bill.title")}
          aria-busy={counting}
          className="stack gap-5 rounded-card border border-line bg-card px-4 py-3"
        >
          <FailureLine failure={failure} className="text-ui" />
          {checked ? (
            <>
              <BillBars bill={checked.bill} />
              <CheckLines checked={checked} />
            </>
          ) : (
            !failure && <p className="text-ui text-faint">{say("bill.counting")}</p>
          )}
          <MemoryLines bill={memoryBill(draft, onDisk)} />
        </aside>
      </div>
    </div>
  );
}

function Steps({ step, onStep }: { step: WizardStep; onStep: (step: WizardStep) => void }) {
  const say = useLoadoutWords();
  return (
    <nav aria-label={say("new.steps")}>
      <ol className="flex flex-wrap gap-1 text-ui">
        {wizardSteps.map((one, at) => (
          <li key={one}>
            <button
              type="button"
              aria-current={one === step ? "step" : undefined}
              onClick={() => onStep(one)}
              className={`rounded-control px-2 py-1 ${one === step ? "bg-accent-soft font-medium text-text" : "text-dim hover:bg-hover"}`}
            >
              <span className="tabular text-faint">{at + 1}</span> {say(`step.${one}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
