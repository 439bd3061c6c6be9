import { visibleName } from "@kestrel/text";
import { mostBytesInFile } from "./ripgrep-arguments.ts";

/** Files that a search skipped, from ripgrep's messages. */
export type PassedOver = {
  /** Takes a line; returns whether it was such a message. */
  take(line: string): boolean;
  /** `found`: without a hit, paths excluded by ignore files are named as well. */
  notes(found: boolean): string[];
};

/** Names listed of each kind. */
const mostNamed = 5;
const longestName = 100;

/** `isSecret`: whether a path was skipped as a secret. `nameOf`: the displayed name of a file. */
export function passedOver(
  isSecret: (file: string) => boolean,
  nameOf: (file: string) => string,
): PassedOver {
  const tooLarge = names(nameOf);
  const unreadable = names(nameOf);
  const ignored = names(nameOf);
  let secrets = 0;
  return {
    take: (line) => {
      const [, file, why] =
        /^rg: DEBUG\|ignore::.*?: ignoring (.*): (\d+ bytes$|Ignore\(.*)/.exec(line) ?? [];
      if (file !== undefined && why !== undefined) {
        if (why.endsWith(" bytes")) tooLarge.add(file);
        else if (why.includes("(Gitignore(")) ignored.add(file);
        else if (isSecret(file)) secrets += 1;
        return true;
      }
      const broken = /^rg: (.*): .* \(os error \d+\)$/.exec(line)?.[1];
      if (broken !== undefined) unreadable.add(broken);
      return broken !== undefined || /^rg: (?:DEBUG|TRACE|INFO)\|/.test(line);
    },
    notes: (found) => [
      ...tooLarge.note(
        (list) => `[not searched, over ${mostBytesInFile >> 20} MiB: ${list}; search it with path]`,
      ),
      ...unreadable.note((list) => `[could not be opened: ${list}]`),
      ...(found ? [] : ignored.note((list) => `[left out by ignore files: ${list}; search it with path]`)),
      // Only counted: a search must not reveal their names to the model.
      ...(found || secrets === 0 ? [] : [`[left out: ${secrets} known to hold secrets]`]),
    ],
  };
}

/** Collects the first names in order, and counts all. */
export function names(nameOf: (file: string) => string) {
  const kept: string[] = [];
  let count = 0;
  return {
    add: (file: string) => {
      count += 1;
      const name = visibleName(nameOf(file.replace(/^\.\//, "")));
      if (kept.length < mostNamed)
        kept.push(name.length > longestName ? `…${name.slice(-longestName)}` : name);
    },
    note: (sentence: (list: string) => string): string[] => {
      if (count === 0) return [];
      const more = count > kept.length ? ` and ${count - kept.length} more` : "";
      return [sentence(`${kept.join(", ")}${more}`)];
    },
  };
}
