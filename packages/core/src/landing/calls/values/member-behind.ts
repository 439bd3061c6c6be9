/**
 * Members of an object behind its end: brackets and separators, then a name with one of its quotes at least, and a colon. The signs of the name may be
 * damaged, so that any will do; a name that begins the next call is none.
 */
const member =
  /[\s}\]),;]{0,200}(?!["'“]?(?:tool_)?name["'”])(?:[^\s{}[\]:：]{0,80}["'”]|["'“][^\s{}[\]:："'”]{1,60})\s{0,10}[:：]/y;
/** A word directly behind the bracket, with a quote that nothing opened: a member whose colon is damaged too. */
const tornMember = /[}\]),;]{0,10}[\p{L}\p{N}_]{1,40}["”]/uy;
/** The same where names have no quotes; Gemma's next call is none. */
const bareMember = /[\s}\]),;]{0,40}(?!(?:[^\s{}<>:]{0,40}[,;])?call:)[^\s{}<>:]{1,80}:(?=\S)/y;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** True if an object that ended at `at` closed too early: its members go on there, and the call would run without them. */
export function memberBehind(text: string, at: number): boolean {
  return matches(member, text, at) || (text[at - 1] === "}" && matches(tornMember, text, at));
}

/** The same in a notation whose names stand without quotes. */
export function bareMemberBehind(text: string, at: number): boolean {
  return matches(bareMember, text, at);
}
