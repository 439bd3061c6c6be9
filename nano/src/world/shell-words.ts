import { linesOf } from "./product-texts.ts";
import type { Ran } from "./world.ts";

/** A path as a shell takes it: bare, or in marks where it has a blank or what a shell reads as its own. */
export function shellWord(path: string): string {
  return /^[\p{L}\p{N}_./@%+,:-]+$/u.test(path) ? path : `'${path}'`;
}

/**
 * What a real shell would do with the few words that tasks use: `echo`, `cat`, `false`, `sh` with a file of these, `wc -l`, and those
 * that move files about. Paths come as `shellWord` writes them.
 */
export function ranFor(files: Map<string, string>, command: string): Ran {
  const [program = "", ...rest] = command.split(" ");
  const given = rest.join(" ");
  const [one = "", two = ""] = wordsOf(given);
  const text = files.get(program === "wc" ? two : one);
  const missing = (path: string) => `${program}: ${sayingOf(program, path)}: No such file or directory`;
  switch (program) {
    case "echo":
      return { code: 0, output: given };
    case "cat":
      return text === undefined
        ? { code: 1, output: missing(one) }
        : { code: 0, output: text.replace(/\n$/, "") };
    case "rm":
      if (!files.delete(one)) return { code: 1, output: missing(one) };
      return { code: 0, output: "" };
    case "mv":
    case "cp": {
      if (text === undefined) return { code: 1, output: missing(one) };
      files.set(two.endsWith("/") ? two + one.slice(one.lastIndexOf("/") + 1) : two, text);
      if (program === "mv") files.delete(one);
      return { code: 0, output: "" };
    }
    case "wc":
      if (text === undefined) return { code: 1, output: missing(two) };
      return { code: 0, output: `${linesOf(text).length} ${two}` };
    case "sh": {
      const lines = linesOf(text ?? "");
      const code = Number(lines.find((line) => line.startsWith("exit "))?.slice(5) ?? 0);
      const said = lines.flatMap((line) => (line.startsWith("echo ") ? [line.slice(5)] : []));
      return { code, output: said.join("\n") };
    }
    case "false":
      return { code: 1, output: "" };
    default:
      return { code: 0, output: "" };
  }
}

const wordsOf = (given: string) =>
  [...given.matchAll(/'([^']*)'|(\S+)/g)].map(([, marked, bare]) => marked ?? bare ?? "");

/** How the small tools name a file that is not there. */
function sayingOf(program: string, path: string): string {
  if (program === "rm") return `cannot remove '${path}'`;
  return program === "cat" || program === "wc" ? path : `cannot stat '${path}'`;
}
