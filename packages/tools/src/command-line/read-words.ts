import type { ReadingCommand } from "./reading-commands.ts";

/** The operands of a command whose options are all known to be harmless. */
export type ReadWords = {
  /** Paths that it reads; each still has to be checked against the bounds. */
  paths: readonly string[];
  /** Whether it reads recursively below them. */
  below: boolean;
  /** Whether it follows links below them. */
  follows?: boolean;
  /** Whether it names no path and so reads standard input. */
  waits: boolean;
};

/** Parses a command's arguments by its rule; undefined when an argument is not allowed. */
export function readWords(rule: ReadingCommand, words: readonly string[]): ReadWords | undefined {
  if (rule.operands === "anything") return looksAt([]);
  const given = splitOptions(rule, words);
  if (!given) return undefined;
  const { options, operands } = given;
  if (rule.needs && !rule.needs.some((one) => options.has(one))) return undefined;
  if (rule.most !== undefined && operands.length > rule.most) return undefined;
  const reads = rule.reads ?? [];
  const below = reads === "below" || reads.some((one) => options.has(one));
  switch (rule.operands) {
    case "none":
      return operands.length === 0 ? looksAt([]) : undefined;
    case "text":
      return operands.every((text) => rule.text?.test(text) ?? true) ? looksAt([]) : undefined;
    case "places":
      return looksAt(operands, { below });
    case "input":
      return looksAt([], { waits: true });
    case "files":
      return looksAt(operands, { below, follows: rule.follows, waits: operands.length === 0 });
    case "pattern-then-files": {
      const given = rule.givesPattern?.some((one) => options.has(one));
      const [pattern, ...files] = given ? ["", ...operands] : operands;
      if (pattern === undefined || (!given && rule.pattern?.test(pattern) === false)) return undefined;
      return looksAt(files, { below, waits: files.length === 0 && !below });
    }
    default:
      return rule.operands satisfies never;
  }
}

function looksAt(
  paths: readonly string[],
  { below = false, follows = false, waits = false } = {},
): ReadWords {
  return { paths, below, follows, waits };
}

type Split = { options: ReadonlySet<string>; operands: readonly string[] };

/** Separates options from operands. Undefined for an unknown option or a missing value. */
function splitOptions(rule: ReadingCommand, words: readonly string[]): Split | undefined {
  const options = new Set<string>();
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word === "-" || !word.startsWith("-")) {
      operands.push(word);
      continue;
    }
    const taken = takeOption(rule, word, options);
    if (taken === undefined) return undefined;
    at += taken;
    if (at >= words.length) return undefined;
  }
  return { options, operands };
}

/** Records an option and returns how many further words belong to it. */
function takeOption(rule: ReadingCommand, word: string, options: Set<string>): 0 | 1 | undefined {
  if (rule.long?.includes(word) || (rule.count && /^-\d+$/.test(word))) {
    options.add(word);
    return 0;
  }
  if (word.startsWith("--")) {
    const [name = "", ...value] = word.split("=");
    const behind = rule.joined && Object.hasOwn(rule.joined, name) ? rule.joined[name] : undefined;
    if (behind) return value.length > 0 && behind.test(value.join("=")) ? 0 : undefined;
    if (!rule.longValued?.includes(name)) return undefined;
    options.add(name);
    return value.length > 0 ? 0 : 1;
  }
  for (let at = 1; at < word.length; at++) {
    const letter = word.charAt(at);
    options.add(`-${letter}`);
    if (rule.letters?.includes(letter)) continue;
    if (!rule.valued?.includes(letter)) return undefined;
    return at + 1 < word.length ? 0 : 1;
  }
  return 0;
}
