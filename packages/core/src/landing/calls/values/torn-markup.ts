const closingTagAtEnd = /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([^<>"']{1,80}?)\s*>[<>/]{0,3}\s*$/;
/** The beginning of a parameter's tag that does not go on as one, or a closing tag with an attribute. */
const tornTag =
  /<\/[|｜]\s?[A-Z]{2,8}\s?[|｜](?!\s?[A-Za-z_]+\s*>)|<[|｜]\s?[A-Z]{2,8}\s?[|｜](?!\s?[A-Za-z_]+[\s>])|<\/(?:param|arg_)\w*(?!\w|\s*>)|<(?:param|arg_)\w*(?![^<>\n]*>)|<\/[\w:.-]{0,40}<|<\/para?(?![\w\s>:.-])|<\/[^<>\n]{0,60}=["'][^"'<>\n]{0,80}["']\s*>/;
/** A parameter's opening tag without its beginning, or behind signs that are not its own; a closing tag that goes on as one. */
const tornOpening =
  /<\/[\w:.-]{1,20}=[^<>\s]{0,60}>|<[A-Za-z]{1,3}(?:parameter|arg_(?:key|value))[\s=>]|ameter=(?<!(?:di|<[^<>/\n]{0,80})ameter=)[\w.-]{1,60}>|\bm?eter=(?<!<m?eter=)[\w.-]{1,60}>|<(?!parameter|di)[A-Za-z]{0,6}ameter[\s=]|er name="(?<!<[^<>/\n]{0,80}er name=")[^"<>\n]{1,60}"[^<>\n]{0,40}>/;
/** The same with a strange sign in it, before it, or where its own first one was. */
const strangeSign =
  /<\/pa?r?a?[^\w\s<>:."'-]|<\/\w{0,40}\s<|<para[a-z]{0,6}[^\w\s=<>:.,;)-][^<>\n]{1,40}>|<(?:<\/?|[^\w\s<>/!?]{1,2}\/?)(?:p?a?r)?ameter\b|<[^\w\s<>/!?]{1,2}[a-z]{1,8}:parameter\s|(?<!<[^<>\s]{0,80})\/parameter>|<\/parameter>\s{0,40}[^\s<>\w]{0,2}[a-z]{0,8}er=\w|<\/[\w:.-]{1,30}=\w|<[,;:\]}]\w{1,8}>/;
/** The attributes and the end of a value's own opening tag. */
const openingRest = /^[^\s<>"']{0,20}="[^"<>\n]{0,40}">/;
/** The end of one call and the beginning of the next. */
const callsMeet =
  /<\/\s?[^<>\n]{0,40}(?:calls?|function|invoke)[^<>\n]{0,20}>\s{0,40}<[^/<>\n]{0,40}(?:calls?(?:[:\s][^<>\n]{0,20})?>|(?:function|invoke)[\s=])/;
const callOpening = /<[^/<>\n]{0,40}(?:calls?(?:[:\s][^<>\n]{0,20})?>|(?:function|invoke)[\s=])/;
/** A closing tag; one that begins like the parameter's own and was never opened was damaged. */
const likeCloser = /<\/([\w.-]+)\s*>/g;
/** An opening tag that begins like a parameter's but is none. */
const likeOpener = /<((?:param|arg_)\w*)[\s=>]/;
const parameterTags = /^(?:[A-Za-z]+[:|])?(?:param|parameter|arg|argument|arg_key|arg_value|key|value)$/;

/** DSML's tags and MiniMax's separator; what is left of either without them was damaged. */
const wholeMarks =
  /<\/[|｜]\s?DSML\s?[|｜]\s?(?:parameter|invoke|(?:tool_|function_)?calls)\s*>|<[|｜]\s?DSML\s?[|｜]\s?(?:(?:parameter|invoke)\sname="[^<>\n]*|(?:tool_|function_)?calls)>|\]<\]minimax\[>\[/g;
const remains = /\]minimax|DSML\s?[|｜]|[|｜]\s?DSML|minimax\[>|\]<\]mini|\[>\[|\]<\]/;

/** No value with more closing tags of other names is worth the search for their opening ones. */
const maximumClosers = 100;

/** A tag of a parameter, whole, torn or with a sign too many, or a tag in its last line: no value without its closing tag is sure to hold it. */
const doubtfulTag =
  /<\/?(?:param|arg_)[^<>\n]{0,40}>?|<[^<>\n]{1,12}(?:param|arg_)\w*>|[^\w\s<>](?:parameter|arg_value)>|<\/(?![\w:.-]+\s*>|>)[^\n]{0,40}|(?<![\w▁])｜>|(?:^|\n)[ \t]*<[^<>/\s]{1,40}>\s*$/;

/** How a value ends whose closing tag lost its beginning: `lue>`; arrows are text. */
const tornEnd = /[^\s<>]{0,20}[^\s=-]>\s*$/;

/** How a value ends, without its closing tag, where part of that is left. */
const cutTag = /<[^\s<>][^<>\n]{0,20}\s*$|(?:^|\W)a?ramete?r?\W?\s*$/;

/** True if a call that was begun in a value has parameters there, but no end. */
function isUnfinished(call: string): boolean {
  return /arg_|para|<par/.test(call) && !/<\/[^<>\n]{0,40}(?:calls?|function|invoke)/.test(call);
}

/** What only a mark that lost its neighbour leaves: two calls in one value, or the rest of the tag before it. */
export function tornNeighbour(value: string): string | undefined {
  const meet = callsMeet.exec(value);
  if (
    meet &&
    value.search(callOpening) >= meet.index &&
    isUnfinished(value.slice(meet.index + meet[0].length))
  )
    return meet[0].slice(0, 60);
  return openingRest.exec(value)?.[0];
}

/** The beginning of the value's own closing tag that does not go on as one. */
function tornOwn(value: string, own: string): string | undefined {
  const mark = `</${own}`;
  let at = value.indexOf(mark);
  for (let looked = 0; at >= 0 && looked < maximumClosers; looked += 1) {
    if (!/^[\w.-]*\s*>/.test(value.slice(at + mark.length, at + mark.length + 80))) return mark;
    at = value.indexOf(mark, at + 1);
  }
  const end = value.indexOf(`${own}>`);
  const head = end < 0 ? undefined : /<\w{1,12}$/.exec(value.slice(Math.max(0, end - 14), end))?.[0];
  return head === undefined || value.includes(`</${head.slice(1)}${own}>`) ? undefined : `${head}${own}>`;
}

/** A name as it stands at the end of an opening tag, with the attributes behind it. */
const namedEnd =
  /(?<![\p{L}\p{N}_.-])([\p{L}_][\p{L}\p{N}_.-]{0,60})(["']?)(?:\s(?!name=|key=)[\w-]{1,20}="[^"<>\n]{0,40}")?\s{0,10}>/gu;
const headOf = /(^|[<>\n])([^<>\n]{0,60})$/;
/** What stands between `<` and the name in a tag that was damaged, or in its line where `<` is gone. */
const tornHead =
  /^(?:para(?!m(?:eter)?(?:=|\s+name=))|\/(?:para|[\w.-]*[^\w.:-])|[^\p{L}\s/|｜]|(?!(?:param|parameter|arg|argument)=)\w{1,12}=)/u;
const restOfHead = /^(?:[^\s\w<>]{1,2}|[^\s\w<>]?e?t?e?r)(?:=| name=")?$/;

/** What is left of the opening tag of a parameter that the call lacks. */
function tornTagOf(value: string, lacks: (name: string) => boolean): string | undefined {
  let looked = 0;
  for (const match of value.matchAll(namedEnd)) {
    const [tag, name = "", quote] = match;
    if (!lacks(name)) continue;
    looked += 1;
    if (looked > maximumClosers) return tag;
    const [, sign, head = ""] = headOf.exec(value.slice(Math.max(0, match.index - 60), match.index)) ?? [];
    const torn = sign === "<" ? (head === "" ? quote !== "" : tornHead.test(head)) : restOfHead.test(head);
    if (torn) return `${head}${tag}`;
  }
  return undefined;
}

/**
 * What in a value says that a tag around it was damaged, so that it may hold markup for text; `undefined` if nothing
 * does. `closed`: it ended at its own closing tag. `own`: its name. `lacks`: true for the name of a parameter that the call
 * has not given yet.
 */
export function tornMarkup(
  value: string,
  closed: boolean,
  own: string,
  lacks: (name: string) => boolean,
): string | undefined {
  const end = closed ? undefined : cutTag.exec(value.slice(-60))?.[0].trim();
  if (end !== undefined) return end;
  if (!/[<|｜>]|\]minimax/.test(value)) return undefined;
  const damaged =
    [tornTag, tornOpening, strangeSign]
      .map((torn) => torn.exec(value)?.[0])
      .find((one) => one !== undefined) ??
    tornNeighbour(value) ??
    tornOwn(value, own) ??
    tornTagOf(value, lacks);
  if (damaged !== undefined) return damaged;
  if (value.includes("]<]mini")) return "]<]minimax[>[";
  const left = remains.test(value) ? remains.exec(value.replace(wholeMarks, ""))?.[0] : undefined;
  if (left !== undefined) return left;
  const opens = (name: string) => value.includes(`<${name}>`) || value.includes(`<${name} `);
  let looked = 0;
  for (const [tag, name = ""] of value.matchAll(likeCloser)) {
    const like =
      name !== own && (name.startsWith(own.slice(0, 4)) || /^(?:para(?!$|graphs?$)|arg_)/.test(name));
    if (!like || parameterTags.test(name)) continue;
    looked += 1;
    if (looked > maximumClosers || !opens(name)) return tag;
  }
  const opener = likeOpener.exec(value);
  if (opener?.[1] && !parameterTags.test(opener[1]) && !value.includes(`</${opener[1]}`)) return opener[0];
  if (!closed) {
    const doubtful = doubtfulTag.exec(value)?.[0].trim() ?? (value.includes(`</${own}>`) ? `</${own}>` : "");
    if (doubtful !== "" && !(doubtful === `</${own}>` && value.includes(`<${own}`))) return doubtful;
    const end = tornEnd.exec(value.slice(-60))?.[0].trim();
    if (end !== undefined) return end;
  }
  const name = closingTagAtEnd.exec(value.slice(-100))?.[1];
  if (name === undefined || value.includes(`<${name}`)) return undefined;
  return !closed || name === own || parameterTags.test(name) ? `</${name}>` : undefined;
}
