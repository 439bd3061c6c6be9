import type { Marks } from "../grammar/compile.ts";

/** What may be left at the end of a cut reply: part of a mark. */
const beginnings = /[<[*>]|```|to=|function|call:/g;
const longest = 120;
const cutTag = /(?:^|\n)[ \t]*<([A-Za-z_][\w-]{2,80})$/;
const partOfFence = /\n`{1,2}$/;
const partOfObservation = /\n[ \t]*O(?:b(?:s(?:e(?:r(?:v(?:a(?:t(?:i(?:on?)?)?)?)?)?)?)?)?)?$/;
const reactHead =
  /(?:^|\n)[ \t]*\**Action\**:[ \t]*[\w.-]{1,80}[ \t]*(?:\n+[ \t]*\**(?:A(?:c(?:t(?:i(?:on?)?)?)?)?|Action[ _](?:I(?:n(?:p(?:ut?)?)?)?)?)?)?$/;
const fencedCode = /(?:^|\n)[ \t]*```tool_(?:code|calls?)[ \t]*\n\s*(?:print\(\s*)?[\w.]{0,80}$/;

/** Where a mark begins that was cut in two at the end of `text`, or -1. */
function partialMark(text: string, among: readonly string[]): number {
  const tail = text.slice(-longest);
  for (const { index } of tail.matchAll(beginnings)) {
    const part = tail.slice(index).replaceAll("|", "｜").toLowerCase();
    if (part.length > 1 && among.some((mark) => mark.length > part.length && mark.startsWith(part)))
      return text.length - tail.length + index;
  }
  return -1;
}

/** Where the opening of a call begins that was cut off at the end of `text`, or -1. */
export function findCutOpening(text: string, { openings }: Marks, begins: (name: string) => boolean): number {
  const tail = text.slice(-200);
  const from = text.length - tail.length;
  const tag = cutTag.exec(tail);
  if (tag?.[1] !== undefined && begins(tag[1])) return from + tag.index;
  for (const pattern of [reactHead, fencedCode]) {
    const at = pattern.exec(tail)?.index;
    if (at !== undefined) return from + at;
  }
  return partialMark(text, openings);
}

/** The text without a mark that was cut in two at its end. */
export function withoutCutMark(text: string, { endings }: Marks): string {
  const at = partialMark(text, endings);
  return (at < 0 ? text : text.slice(0, at)).replace(partOfFence, "").replace(/<\/?$|\[\/?$/, "");
}

/** The text without what was cut off at its end behind a finished call without marks. */
export function withoutCutTail(text: string, marks: Marks): string {
  return withoutCutMark(text, marks)
    .replace(partOfObservation, "")
    .replace(/<[|｜][\w▁]{0,40}$|<\/?[a-z_]{0,40}$/i, "");
}
