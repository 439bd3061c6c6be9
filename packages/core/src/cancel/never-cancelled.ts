import type { CancelSignal } from "../ports/cancel-signal.ts";

/** For what nobody calls off. */
export const neverCancelled: CancelSignal = {
  aborted: false,
  addEventListener: () => {},
  removeEventListener: () => {},
};
