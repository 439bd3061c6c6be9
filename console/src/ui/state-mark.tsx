import { useWords } from "../i18n/language.tsx";
import type { StateName } from "../session/attention.ts";

const colours = {
  working: "text-accent",
  needs_you: "text-warn",
  done: "text-faint",
  error: "text-danger",
  offline: "text-faint",
} as const satisfies Record<StateName, string>;

/** The shape of a state, for places where the word stands beside it. */
export function StateShape({ state }: { state: StateName }) {
  return <span aria-hidden="true" className={`mark mark-${state}`} />;
}

/** Shape, colour and word of a state. */
export function StateMark({ state }: { state: StateName }) {
  const { t } = useWords();
  return (
    <span className="inline-flex items-center gap-2 text-12">
      <StateShape state={state} />
      <span className={colours[state]}>{t(`state.${state}`)}</span>
    </span>
  );
}
