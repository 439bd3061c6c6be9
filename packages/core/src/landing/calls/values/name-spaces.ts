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

/** The text with M3's tags as ordinary ones; a name space that was cut in two is left out. */
export function withoutNameSpaces(text: string): string {
  if (!text.includes("]<]mi")) return text;
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
