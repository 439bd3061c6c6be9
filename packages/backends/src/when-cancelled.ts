import type { CancelSignal } from "@kestrel/core";

/** `happens` resolves when `cancel` fires, or at once when it has; `forget` when nothing waits any more. */
export function whenCancelled(cancel: CancelSignal): { happens: Promise<"cancelled">; forget(): void } {
  let listener = () => {};
  const happens = new Promise<"cancelled">((resolve) => {
    listener = () => resolve("cancelled");
  });
  if (cancel.aborted) listener();
  cancel.addEventListener("abort", listener, { once: true });
  return { happens, forget: () => cancel.removeEventListener("abort", listener) };
}
