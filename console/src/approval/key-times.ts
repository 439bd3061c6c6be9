/** Keys that move the focus or the text and write nothing. */
const moving = /^(Tab|Shift|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End)$/;

/** When the newest key was pressed and the one before it, wherever they went. A key that repeats by itself counts. */
let newest: number | undefined;
let before: number | undefined;

/**
 * Records the time of each key press on the page, before other handlers run. Ignores navigation keys within a question:
 * the user is reading it, so these keys were not meant for another field.
 */
export function noteKeys(target: Pick<Window, "addEventListener">): void {
  const note = (event: KeyboardEvent) => {
    if (movesWithinQuestion(event)) return;
    before = newest;
    newest = Date.now();
  };
  target.addEventListener("keydown", note, { capture: true });
}

function movesWithinQuestion({ key, target }: KeyboardEvent): boolean {
  return moving.test(key) && target instanceof Element && target.closest("[data-approval]") !== null;
}

/** Within a key's own event: when the key before it was pressed. */
export function keyBefore(): number | undefined {
  return before;
}
