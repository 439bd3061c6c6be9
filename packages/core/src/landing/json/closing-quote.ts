import { skipBlanks } from "./blanks.ts";

/** Where a string stands; it decides what may follow its closing quote. */
export type Place = "key" | "object" | "assigned" | "array" | "call" | "top";

const keyAhead = /["'“”][^"'“”\n\\]{0,120}["'“”]\s{0,40}:/y;
const partialKeyAhead = /["'“”][^"'“”\n\\]{0,120}(?:["'“”]\s{0,40})?$/y;
const bareKeyAhead = /[A-Za-z_$][\w$-]{0,80}\s{0,40}(?::|=>)/y;
const argumentAhead = /[A-Za-z_]\w{0,80}\s{0,40}=(?!=)/y;
const assignmentAhead = /["']?[A-Za-z_$][\w$-]{0,80}["']?\s{0,40}=(?!=)/y;
const markupAhead =
  /<[|｜/]|<\/?(?:tool|function|arg|param|invoke|minimax|seed|longcat|end_|eos|escape)|```|\[\/|\[END_|\[TOOL/y;

/** A quote behind closers that more closers follow: the closers belonged to JSON inside the string. */
const laterClose = /"\s{0,40}[}\]]/y;

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function closersEnd(text: string, at: number, limit: number, depth: number): boolean {
  let index = at;
  let closers = 0;
  while (index < limit) {
    const char = text[index];
    if (char === "}" || char === "]" || char === ")") closers += 1;
    else break;
    index = skipBlanks(text, index + 1, limit);
  }
  if (index >= limit) return true;
  if (closers >= depth) return !matchesAt(laterClose, text, index);
  const next = text[index];
  return next === "," || next === ";" || next === "{" || matchesAt(markupAhead, text, index);
}

function commaEnds(text: string, at: number, limit: number, place: Place): boolean {
  const next = skipBlanks(text, at + 1, limit);
  if (next >= limit) return true;
  const char = text[next] ?? "";
  if (place === "object") {
    return (
      char === "}" ||
      char === "/" ||
      char === "#" ||
      char === "," ||
      matchesAt(keyAhead, text, next) ||
      matchesAt(partialKeyAhead, text, next) ||
      matchesAt(bareKeyAhead, text, next)
    );
  }
  if (place === "assigned")
    return char === "}" || matchesAt(assignmentAhead, text, next) || matchesAt(keyAhead, text, next);
  if (place === "call") return char === ")" || matchesAt(argumentAhead, text, next);
  return `"'“[{]-tfnTFN`.includes(char) || (char >= "0" && char <= "9");
}

/** True if the quote before `after` closes its string, judged by what follows; otherwise it is part of the text. */
export function closesString(
  text: string,
  after: number,
  limit: number,
  place: Place,
  depth: number,
): boolean {
  const next = skipBlanks(text, after, limit);
  if (next >= limit) return true;
  const char = text[next];
  if (place === "key") return char === ":" || char === "=";
  if (char === "}" || char === "]" || char === ")") {
    if (char === ")" && place !== "call" && place !== "array") return false;
    return closersEnd(text, next, limit, depth);
  }
  if (char === ",") return commaEnds(text, next, limit, place);
  if (place === "top") return true;
  if (next > after) {
    if (place === "object" && matchesAt(keyAhead, text, next)) return true;
    if (place === "array" && (char === '"' || char === "'")) return true;
    if (char === "/" && (text[next + 1] === "/" || text[next + 1] === "*")) return true;
    if (char === "+" && /^\+\s*["']/.test(text.slice(next, next + 20))) return true;
  }
  return matchesAt(markupAhead, text, next);
}

/** True if the text goes on in a way that only missing closers explain. */
export function atBoundary(text: string, at: number): boolean {
  return /^(?:<[|｜/a-zA-Z]|```|\[[A-Z/]|;)/.test(text.slice(at, at + 3));
}

export function bareKeyFollows(text: string, at: number): boolean {
  return matchesAt(bareKeyAhead, text, at);
}
