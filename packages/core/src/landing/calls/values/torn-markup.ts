const closingTagAtEnd = /<\/(?:[|｜]\s?[A-Za-z]{2,8}\s?[|｜]\s?)?([^<>"']{1,80}?)\s*>\s*$/;
/** The beginning of a parameter's tag that does not go on as one, or a closing tag with an attribute. */
const tornTag =
  /<\/[|｜]\s?[A-Z]{2,8}\s?[|｜](?!\s?[A-Za-z_]+\s*>)|<[|｜]\s?[A-Z]{2,8}\s?[|｜](?!\s?[A-Za-z_]+[\s>])|<\/(?:param|arg_)\w*(?!\w|\s*>)|<(?:param|arg_)\w*(?![^<>\n]*>)|<\/[\w:.-]{0,40}<|<\/para?(?![\w\s>:.-])|<\/[^<>\n]{0,60}=["'][^"'<>\n]{0,80}["']\s*>/;
/** A parameter's opening tag without its beginning, or behind signs that are not its own; a closing tag that goes on as one. */
const tornOpening =
  /<\/[\w:.-]{1,20}=[^<>\s]{0,60}>|<[A-Za-z]{1,3}(?:parameter|arg_(?:key|value))[\s=>]|ameter=(?<!(?:di|<[^<>/\n]{0,80})ameter=)[\w.-]{1,60}>|\bm?eter=(?<!<m?eter=)[\w.-]{1,60}>|<(?!parameter|di)[A-Za-z]{0,6}ameter[\s=]|er name="(?<!<[^<>/\n]{0,80}er name=")[^"<>\n]{1,60}"[^<>\n]{0,40}>/;
/** A closing tag; one that begins like the parameter's own and was never opened was damaged. */
const likeCloser = /<\/([\w.-]+)\s*>/g;
/** An opening tag that begins like a parameter's but is none. */
const likeOpener = /<((?:param|arg_)\w*)[\s=>]/;
const parameterTags = /^(?:[A-Za-z]+[:|])?(?:param|parameter|arg|argument|arg_key|arg_value|key|value)$/;

/** DSML's tags and MiniMax's separator; what is left of either without them was damaged. */
const wholeMarks = /<\/?[|｜]\s?DSML\s?[|｜]\s?\w+[^<>\n]*>|\]<\]minimax\[>\[/g;
const remains = /DSML\s?[|｜]|[|｜]\s?DSML|minimax\[>|\]<\]mini|\[>\[|\]<\]/;

/** No value with more closing tags of other names is worth the search for their opening ones. */
const maximumClosers = 100;

/** A tag of a parameter, whole, torn or with a sign too many, or a tag in its last line: no value without its closing tag is sure to hold it. */
const doubtfulTag =
  /<\/?(?:param|arg_)[^<>\n]{0,40}>?|<[^<>\n]{1,12}(?:param|arg_)\w*>|[^\w\s<>](?:parameter|arg_value)>|<\/(?![\w:.-]+\s*>|>)[^\n]{0,40}|(?:^|\n)[ \t]*<[^<>/\s]{1,40}>\s*$/;

/** How a value ends whose closing tag lost its beginning: `lue>`; arrows are text. */
const tornEnd = /[^\s<>]{0,20}[^\s=-]>\s*$/;

/** The beginning of the value's own closing tag that does not go on as one. */
function tornOwn(value: string, own: string): string | undefined {
  const mark = `</${own}`;
  let at = value.indexOf(mark);
  for (let looked = 0; at >= 0 && looked < maximumClosers; looked += 1) {
    if (!/^[\w.-]*\s*>/.test(value.slice(at + mark.length, at + mark.length + 80))) return mark;
    at = value.indexOf(mark, at + 1);
  }
  return undefined;
}

/**
 * What in a value says that a tag around it was damaged, so that it may hold markup for text; `undefined` if nothing
 * does. `closed`: it ended at its own closing tag. `own`: its name.
 */
export function tornMarkup(value: string, closed: boolean, own: string): string | undefined {
  if (!/[<|｜>]/.test(value)) return undefined;
  const damaged = tornTag.exec(value)?.[0] ?? tornOpening.exec(value)?.[0] ?? tornOwn(value, own);
  if (damaged !== undefined) return damaged;
  if (value.includes("]<]mini")) return "]<]minimax[>[";
  const left = remains.test(value) ? remains.exec(value.replace(wholeMarks, ""))?.[0] : undefined;
  if (left !== undefined) return left;
  const opens = (name: string) => value.includes(`<${name}>`) || value.includes(`<${name} `);
  let looked = 0;
  for (const [tag, name = ""] of value.matchAll(likeCloser)) {
    const like = name !== own && (name.startsWith(own) || /^(?:param|arg_)/.test(name));
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
