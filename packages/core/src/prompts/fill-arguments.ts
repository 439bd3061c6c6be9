/** Most numbered arguments. */
const mostArguments = 99;

/**
 * A prompt with the text after its name: `$ARGUMENTS` is all of it, `$1` to `$99` its words, with quoted words kept together. Text that the
 * prompt does not use is appended. Runs nothing, and does not expand inserted text again.
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
