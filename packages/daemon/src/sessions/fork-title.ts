/** The title of a fork: its parent's with the first number that no session bears. Empty where the parent has none. */
export function forkTitle(title: string, taken: readonly string[]): string {
  const base = title.replace(/ \(\d{1,4}\)$/, "");
  if (base === "") return "";
  for (let number = 2; ; number++) {
    const numbered = `${base} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}
