/** The longest name a model is shown, and the characters it may have: what every server of models takes. */
const longest = 64;
const strange = /[^A-Za-z0-9_.-]+/g;

/**
 * The names under which a model knows a server's tools, by the server's own. What is longer or stranger is mapped; of two that would
 * look alike the later one is numbered. The same names in the same order come to the same.
 */
export function shownNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const shown = new Map<string, string>();
  for (const name of names) {
    const plain = name.normalize("NFKC").replace(strange, "_").slice(0, longest) || "_";
    let own = plain;
    for (let count = 2; taken.has(own.toLowerCase()); count++)
      own = `${plain.slice(0, longest - 4)}_${count}`;
    taken.add(own.toLowerCase());
    shown.set(name, own);
  }
  return shown;
}
