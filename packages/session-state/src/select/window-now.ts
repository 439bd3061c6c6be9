import type { SessionState } from "../session-state.ts";

/**
 * The window of the next request, in tokens. `told`: what the server reports now; if a refusal has disproved it, the refusal's number
 * counts.
 */
export function windowNow({ window, measured, overruled }: SessionState, told?: number): number | undefined {
  if (told !== undefined && !(overruled && overruled.told === told)) return told;
  return window ?? measured?.window;
}
