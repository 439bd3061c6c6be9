import type { StateName } from "../session/attention.ts";

/** The shape of a state, for places where the word stands beside it. */
export function StateShape({ state }: { state: StateName }) {
  return <span aria-hidden="true" className={`mark mark-${state}`} />;
}
