import { LoadoutDraft } from "@kestrel/protocol/api";
import { useEffect, useState } from "react";
import { type ChosenParts, draftOf, nothingChosen } from "./chosen-parts.ts";
import { type WizardStep, wizardSteps } from "./wizard-steps.tsx";

type Kept = { chosen: ChosenParts; step: WizardStep };

const name = "kestrel.draft.loadout";
const blank: Kept = { chosen: nothingChosen, step: "model" };

/** Whether this tab has choices that are not saved yet. */
export function hasKeptDraft(): boolean {
  return sessionStorage.getItem(name) !== null;
}

/** The wizard's choices and step, kept in this tab like the message draft, so that a reload loses nothing. */
export function useKeptDraft(): Kept & {
  choose(part: Partial<ChosenParts>): void;
  show(step: WizardStep): void;
  /** The draft is now a file: it stays on the page and is no longer kept as a draft. */
  saved(): void;
  /** Discards the draft. */
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

/** Data from an earlier version may be invalid: then nothing is chosen. */
function read(): Kept {
  try {
    const { chosen, step } = JSON.parse(sessionStorage.getItem(name) ?? "") as Kept;
    const whole: ChosenParts = { ...nothingChosen, ...chosen };
    // A name is often incomplete.
    const draft = LoadoutDraft.safeParse(draftOf({ ...whole, name: "" }, []));
    const fits = draft.success && Array.isArray(whole.without) && wizardSteps.includes(step);
    return fits ? { chosen: whole, step } : blank;
  } catch {
    // expected: nothing was kept, or by an earlier version
    return blank;
  }
}
