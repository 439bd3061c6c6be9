import type { ToolSpec } from "@kestrel/protocol";
import { visibleText } from "@kestrel/text";
import { judgeWords } from "../context/compaction/judge-summary.ts";
import { withoutMarks } from "../context/compaction/quote-notes.ts";
import { longestMessage, longestSubject } from "./commit-bounds.ts";

/**
 * A model's reply as a commit message: a first line, an empty line, and a body with long lines wrapped. Undefined when it is too long,
 * has a code block or a call, talks about the message, contains a `…-by:` signature, or hides characters.
 */
export function commitMessageIn(said: string, tools: readonly ToolSpec[]): string | undefined {
  const text = said.replaceAll("\r\n", "\n").trim();
  const [first = "", ...rest] = text.split("\n").map((line) => line.trimEnd());
  const subject = first.replace(/^(["'`])(.*)\1$/, "$2");
  const body = rest.join("\n").trim();
  if (visibleText(text) !== text || withoutMarks(text) !== text) return undefined;
  if (subject.length > longestSubject || (subject.match(/\p{L}/gu)?.length ?? 0) < 3) return undefined;
  if (/^(?:[#>*-]|here\b|sure\b)|:$/i.test(subject) || /```|~~~/.test(text)) return undefined;
  if (/^\s*[\w-]+-by:/im.test(text) || isUnfit(text, tools)) return undefined;
  const message = body === "" ? subject : `${subject}\n\n${body.split("\n").map(broken).join("\n")}`;
  return message.length > longestMessage ? undefined : message;
}

/** A commit message may be short. */
function isUnfit(text: string, tools: readonly ToolSpec[]): boolean {
  const why = judgeWords(text, tools);
  return why !== undefined && why !== "empty";
}

/** A line at its blanks; a word that is longer stays whole. */
function broken(line: string): string {
  const [, begin = "", words = ""] = /^(\s*(?:[-*] )?)(.*)$/.exec(line) ?? [];
  const under = " ".repeat(begin.length);
  const lines: string[] = [];
  let now = "";
  for (const word of words.split(/ +/)) {
    const longer = now === "" ? begin + word : `${now} ${word}`;
    const fits = now === "" || longer.length <= longestSubject;
    if (!fits) lines.push(now);
    now = fits ? longer : under + word;
  }
  return [...lines, now].join("\n");
}
