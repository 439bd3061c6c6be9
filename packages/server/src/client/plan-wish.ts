/** The wish of `/loop new …`; undefined for another argument. */
export function wishOf(argument: string): string | undefined {
  return /^new\s+"?(.+?)"?\s*$/s.exec(argument)?.[1];
}

/** The request to a model for a plan; a person edits it before any of it runs. */
export function planWish(wish: string): string {
  return [
    "Draft a plan for this wish. Do none of it yet:",
    wish,
    "",
    "1. Look at what is here: which files it is about, and which command runs the tests.",
    "2. Write PLAN.md: at most 8 small steps in their order, each with a check. It looks like this:",
    "keep: test/**",
    "- [ ] add() reads negative numbers",
    "  check: node --test test/add.test.js",
    "A check is one command. It must fail now, and end with code 0 when the step is done. `keep` names files that stay as they are.",
    "3. Read PLAN.md once more: is any check true already, or one that cannot fail? Then correct it.",
    "Then say in one sentence that the plan is ready to be edited.",
  ].join("\n");
}
