/** A promise and the hand that settles it. */
export function pending(): { promise: Promise<void>; settle(): void } {
  let settle: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}
