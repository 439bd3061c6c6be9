import type { StateName } from "../session/attention.ts";

/** The symbol of a state, for use next to its name. */
export function StateShape({ state }: { state: StateName }) {
  return <span aria-hidden="true" className={`mark mark-${state}`} />;
}
