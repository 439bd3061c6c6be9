/** The beginnings of calls that a length limit left behind: a mark, and less than a name after it. */
const cutOpenings = [
  /<\|open\|>tools<\|sep\|>\s*(?:<\|open\|>\w*)?$/,
  /<\|open\|>(?:t(?:o(?:o(?:ls?)?)?)?|c(?:a(?:ll?)?)?)$/,
  /<start_fu[a-z_]*>?\s*(?:c(?:a(?:ll?:?)?)?)?$/,
  /<\|tool_call>:?(?:c(?:a(?:ll?:?)?)?)?$/,
  /<TOOLCALL>?\s*\[?\s*$/,
  /<(?:tool_calls?|function_calls?|tools)>\s*(?:\[\s*)?$/,
  /functools\[\s*$/,
  /(?:^|\n)[ \t]*```tool_(?:code|calls?)[ \t]*\n\s*(?:print\(\s*)?[\w.]{0,80}$/,
  /<\|python_tag\|>\s*[\w.]{0,80}$/,
  /(?:assistant)?\s?(?:commentary|analysis)?\s*to=functions\.[\w-]{0,80}(?:\s+(?:j(?:s(?:on?)?)?|code?))?\s*$/,
  /<\|recipient\|>\s*(?!all\b)[\w.-]{0,80}\s*(?:<\|content\|>\s*)?$/,
  /(?:^|\n)>>>(?!al?l?$)[A-Za-z_][\w.-]{0,80}$/,
  /(?:^|\n)[ \t]*\**Action\**:[ \t]*[\w.-]{1,80}[ \t]*(?:\n+[ \t]*\**(?:A(?:c(?:t(?:i(?:on?)?)?)?)?|Action[ _](?:I(?:n(?:p(?:ut?)?)?)?)?)?)?$/,
  /\[TOOL_CALLS?\]\s*\[\s*$/,
  /<\|(?:START_ACTION|tools_prefix|tool_call|tool_call_start|python_start)\|>\s*\[\s*$/,
  /(?:<\|tool_calls?_section_begin\|>\s*)?<\|tool_call_begin\|>\s*[\w.]{0,80}$/,
];

/** What may be left at the end of a cut reply: part of a tag, a fence or a bracket that closes a call. */
const cutMark = /(?:<\/?[|｜]?[\w:｜▁="-]*|\[[A-Z_/ ]*|\n`{1,2})$/;
/** What may be left behind a finished call without marks. */
const cutTail = /(?:<\/?[|｜]?[\w:｜▁-]*|\n[ \t]*O(?:b(?:s(?:e(?:r(?:v(?:a(?:t(?:i(?:on?)?)?)?)?)?)?)?)?)?)$/;
const cutTag = /(?:^|\n)[ \t]*<([A-Za-z_][\w-]{2,80})$/;

/** Where the opening of a call begins that was cut off at the end of `text`, or -1. */
export function findCutOpening(text: string, begins: (name: string) => boolean): number {
  const tail = text.slice(-200);
  const tag = cutTag.exec(tail);
  if (tag?.[1] !== undefined && begins(tag[1])) return text.length - tail.length + tag.index;
  for (const pattern of cutOpenings) {
    const at = pattern.exec(tail)?.index;
    if (at !== undefined) return text.length - tail.length + at;
  }
  return -1;
}

/** The text without a mark that was cut in two at its end. */
export function withoutCutMark(text: string): string {
  const tail = text.slice(-200);
  return text.slice(0, text.length - tail.length) + tail.replace(cutMark, "");
}

/** The text without what was cut off at its end behind a finished call. */
export function withoutCutTail(text: string): string {
  const tail = text.slice(-200);
  return text.slice(0, text.length - tail.length) + tail.replace(cutTail, "");
}
