import { LoadoutDraft } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { type ChosenParts, draftOf, nothingChosen } from "./chosen-parts.ts";
import { type WizardStep, wizardSteps } from "./wizard-steps.tsx";

type Kept = { chosen: ChosenParts; step: WizardStep };

const name = "kestrel.draft.loadout";
const blank: Kept = { chosen: nothingChosen, step: "model" };

/** Whether something was chosen in this tab and not saved yet. */
export function hasKeptDraft(): boolean {
  return sessionStorage.getItem(name) !== null;
}

/** What was chosen in the wizard and at which step, kept in this tab as the words of a message are: a reload loses none of it. */
export function useKeptDraft(): Kept & {
  choose(part: Partial<ChosenParts>): void;
  show(step: WizardStep): void;
  /** It is a file by now: what is shown stays, and nothing of it waits any more. */
  saved(): void;
  /** All of it is thrown away. */
  discard(): void;
} {
  const [kept, setKept] = useState(read);
  const [inFile, setInFile] = useState<ChosenParts>(nothingChosen);
  useEffect(() => {
    if (kept.chosen === nothingChosen || kept.chosen === inFile) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(kept));
  }, [kept, inFile]);
  return {
    ...kept,
    choose: (part) => setKept(({ chosen, step }) => ({ chosen: { ...chosen, ...part }, step })),
    show: (step) => setKept(({ chosen }) => ({ chosen, step })),
    saved: () => setInFile(kept.chosen),
    discard: () => setKept(blank),
  };
}

/** What an earlier program kept may be none: then nothing was chosen. */
function read(): Kept {
  try {
    const { chosen, step } = JSON.parse(sessionStorage.getItem(name) ?? "") as Kept;
    const whole: ChosenParts = { ...nothingChosen, ...chosen };
    // A name is often half typed.
    const draft = LoadoutDraft.safeParse(draftOf({ ...whole, name: "" }, []));
    const fits = draft.success && Array.isArray(whole.without) && wizardSteps.includes(step);
    return fits ? { chosen: whole, step } : blank;
  } catch {
    // expected: nothing was kept, or by an earlier program
    return blank;
  }
}
