/** One command of a shell line, and what stands between it and the next. */
export type SimpleCommand = { words: readonly string[]; joint: "&&" | "||" | ";" | "|" | "&" | "" };

/**
 * A line of sh as its simple commands, quotes and redirections taken away. Undefined for what cannot be told apart by
 * reading: substitutions, groups, loops, here-documents.
 */
export function splitCommand(line: string): SimpleCommand[] | undefined {
  if (/[`(){}]|<<|\$\{/.test(line.replace(/'[^']*'/g, ""))) return undefined;
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  const pieces = line.matchAll(
    /\s*(?:(?<end>&&|\|\||;|\n|\|&?|&(?!>))|(?<away>(?:\d*|&)>>?&?\s*[^\s;&|<>]+|\d*<\s*[^\s;&|<>]+)|(?<word>(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;&|<>"'\\])+))|(?<rest>\S)/gsu,
  );
  for (const { groups = {} } of pieces) {
    if (groups.rest !== undefined) return undefined;
    if (groups.word !== undefined) words.push(unquoted(groups.word));
    if (groups.end === undefined) continue;
    if (words.length > 0) commands.push({ words, joint: jointOf(groups.end) });
    words = [];
  }
  if (words.length > 0) commands.push({ words, joint: "" });
  const keyword = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|!)$/;
  return commands.some(({ words: [first = ""] }) => keyword.test(first)) ? undefined : commands;
}

function unquoted(word: string): string {
  return word.replace(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs,
    (_all, double?: string, single?: string, escaped?: string) =>
      double?.replace(/\\(["\\$`])/g, "$1") ?? single ?? escaped ?? "",
  );
}

function jointOf(end: string): SimpleCommand["joint"] {
  if (end === "\n" || end === ";") return ";";
  return end === "|&" ? "|" : (end as SimpleCommand["joint"]);
}
