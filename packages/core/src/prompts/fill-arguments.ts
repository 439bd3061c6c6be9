/** Values beyond this are no arguments any more. */
const mostArguments = 99;

/**
 * A prompt with what was written behind its name: `$ARGUMENTS` is all of it, `$1` to `$99` its words, quotes keeping words
 * together. What the prompt takes nowhere is added at its end. Nothing in it is run, and what was filled in is not filled again.
 */
export function fillArguments(template: string, given: string): string {
  const words = [...given.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
    .slice(0, mostArguments)
    .map(([, double, single, bare]) => double ?? single ?? bare ?? "");
  let taken = false;
  const filled = template.replaceAll(/\$(?:ARGUMENTS\b|([1-9]\d?)(?!\d))/g, (_, number?: string) => {
    taken = true;
    return number === undefined ? given : (words[Number(number) - 1] ?? "");
  });
  return taken || given === "" ? filled : `${filled}\n\n${given}`;
}
