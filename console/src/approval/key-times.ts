/** Keys that move the focus or the cursor and write nothing. */
const moving = /^(Tab|Shift|Arrow(Up|Down|Left|Right)|Page(Up|Down)|Home|End)$/;

/** Times of the last two key presses, anywhere on the page. Auto-repeat counts. */
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

/** Within a key event: the time of the previous key press. */
export function keyBefore(): number | undefined {
  return before;
}
