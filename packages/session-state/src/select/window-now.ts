import type { SessionState } from "../session-state.ts";

/**
 * The window that the next request meets, in tokens. `told`: what the model's server says now; where a refusal has shown
 * that to be wrong, what the refusal named counts.
 */
export function windowNow({ window, measured, overruled }: SessionState, told?: number): number | undefined {
  if (told !== undefined && !(overruled && overruled.told === told)) return told;
  return window ?? measured?.window;
}
