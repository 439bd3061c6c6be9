/** When the newest key was pressed and the one before it, wherever they went. A key that repeats by itself counts. */
let newest: number | undefined;
let before: number | undefined;

/** Notes every key of the page before anything else hears of it. */
export function noteKeys(target: Pick<Window, "addEventListener">): void {
  const note = () => {
    before = newest;
    newest = Date.now();
  };
  target.addEventListener("keydown", note, { capture: true });
}

/** Within a key's own event: when the key before it was pressed. */
export function keyBefore(): number | undefined {
  return before;
}
