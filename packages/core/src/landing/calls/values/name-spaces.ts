import { holdsToolTag } from "./remains.ts";

/** What MiniMax M3 writes before each of its tags. */
const nameSpace = "]<]minimax[>[";

/** A value that its own closing tag ends without the name space: that was damaged, and a piece of it may be in the value. */
const bareCloser = /(\]<\]minimax\[>\[<([\w.-]{1,80})>(?:(?!\]<\]minimax\[>\[)[\s\S])*?)(?=<\/\2>)/g;
const spacedTag = /\]<\]minimax\[>\[(?=<\/?[\p{L}_])/gu;
const anyTag = /(\]<\]minimax\[>\[)?(<(\/?)([\p{L}_][\p{L}\p{M}\p{N}_.-]{0,80}))/gu;
/** What tells that a name space is torn. */
const tornSpace = "]<]";

/** The tags around values. */
const aroundValues = new Set(["tool_call", "invoke"]);

/** The tags around calls and values as ordinary ones; those inside a value are its own, and keep their name spaces. */
function withPlainTags(text: string): string {
  let value: string | undefined;
  let depth = 0;
  return text.replace(
    anyTag,
    (whole: string, space: string | undefined, tag: string, slash: string, name: string) => {
      if (value === undefined) {
        if (space !== undefined && slash === "" && !aroundValues.has(name)) [value, depth] = [name, 1];
        return tag;
      }
      if (name === value) depth += slash === "" ? 1 : -1;
      if (depth > 0) return whole;
      value = undefined;
      return tag;
    },
  );
}

/** What a call of another family begins with: its values may hold M3's tags, which are theirs as they stand. */
const otherCall =
  /[{[]\s{0,20}["'{]|<[|｜]|<(?:[\w.-]{1,20}[:_|])?(?:tool|function|invoke|call|arg_|parameter|action)|<[\p{L}\d]+_\w+>|\[TOOL_|>>>|Action(?: Input)?:|[\p{L}_]\([\p{L}_]{1,80}=|to=functions/u;
/** The same where M3's own call does not begin in full on a line of its own: any tag. */
const anyTagBefore = /<(?!\/?(?:mm:)?think)[\p{L}_]/u;
const wholeBeginning = /(?:^|\n|<\/[\w:]*think>)[^\S\n]*$/;
/** M3's own, without its name space. */
const bareWrapper = /<tool_call>\s*$/;
const code = /```[\s\S]*?```|`[^`\n]*`/g;

/** True if a call of another family may begin before M3's first tag. */
function standsInAnother(text: string, first: number, isTool: (name: string) => boolean): boolean {
  const before = text.slice(0, first).replace(code, "").replace(bareWrapper, "");
  if (otherCall.test(before) || holdsToolTag(before, isTool)) return true;
  const isWhole = wholeBeginning.test(before) && text.startsWith(`${nameSpace}<tool_call>`, first);
  return !isWhole && anyTagBefore.test(before);
}

/** The text with M3's tags as ordinary ones, where they are the first of any family; a name space that was cut in two is left out. `isTool` knows the tools on offer. */
export function withoutNameSpaces(text: string, isTool: (name: string) => boolean): string {
  const first = text.indexOf("]<]mi");
  if (first < 0 || standsInAnother(text, first, isTool)) return text;
  const plain = withPlainTags(text.replace(bareCloser, `$1${tornSpace}`));
  for (let length = nameSpace.length; length > 2; length -= 1) {
    if (plain.endsWith(nameSpace.slice(0, length))) return plain.slice(0, -length);
  }
  return plain;
}

/** A value with the tags in it as ordinary ones. */
export function withPlainTagsInside(value: string): string {
  return value.includes(nameSpace) ? value.replace(spacedTag, "") : value;
}
