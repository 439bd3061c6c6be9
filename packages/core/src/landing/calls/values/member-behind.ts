/** Why a call is refused whose arguments go on behind their end. */
export const closedEarly = "the object of its arguments is closed before its last member";

/**
 * Members of an object behind its end: brackets and separators, then a name with one of its quotes at least, and a colon. The signs of the name may be
 * damaged, so that any will do; a name that begins the next call is none.
 */
const member =
  /[\s}\]),;]{0,200}(?!["'“]?(?:tool_)?name["'”])(?:[^\s{}[\]:：]{0,80}["'”]|["'“][^\s{}[\]:："'”]{1,60}|["'“][{[][^\s{}[\]:："'”]{1,60}["'”]|\w{1,40}[{}[\]]\w{1,40}["'”])\s{0,10}[:：]/y;
/**
 * Directly behind the bracket a word with one of its quotes at least, or the rest of a number: a member whose colon is damaged too. Or a brace in place of the
 * comma, and a name that lost its first quote.
 */
const tornMember =
  /[}\]),;]{0,10}(?!["“](?:tool_)?name["”])(?:["“]?[\p{L}\p{N}_]{1,40}\\?["”]|\d{1,20}\s{0,10}[,"}\]]|[\p{L}\p{N}_]{0,40}▁|\{(?!(?:tool_)?name["”])[\p{L}\p{N}_]{1,40}["”]\s{0,10}[:：])/uy;
/** Directly behind the bracket a word or a quote, and in its line a quote before a bracket: the end of a member's value, whatever became of the rest. */
const attachedMember =
  /[}\]),;]{0,10}(?!["“](?:tool_)?name["”])["“]?[\p{L}\p{N}_][^\n<`{]{0,120}["”]\s{0,10}[}\]]/uy;
/** What looks like a closing tag and holds a quote: it took the place of a comma. */
const tagMember = /[\s}\]),;]{0,200}<\/[^\s>]{0,60}["“”]/y;
/** A value in quotes behind a colon, or the object that it closes: the end of a member whatever became of its name. Words may stand in a sentence before a colon. */
const memberEnd =
  /[^{\n]{0,120}\n?[^{\n]{0,40}[:：]\s{0,10}(?:"[^"\n]{0,400}"|-?\d{1,20}|true|false|null)\s{0,10}(?:[}\]]|,\s{0,10}")/y;
/** The same where names have no quotes; Gemma's next call is none. */
const bareMember = /[\s}\]),;]{0,40}(?!(?:[^\s{}<>:]{0,40}[,;])?call:)[^\s{}<>:]{1,80}:(?=\S)/y;

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** True if an object that ended at `at` closed too early: its members go on there, and the call would run without them. */
export function memberBehind(text: string, at: number): boolean {
  if (matches(member, text, at) || matches(tagMember, text, at)) return true;
  return (
    matches(memberEnd, text, at) ||
    (text[at - 1] === "}" && (matches(tornMember, text, at) || matches(attachedMember, text, at)))
  );
}

/** The same in a notation whose names stand without quotes. */
export function bareMemberBehind(text: string, at: number): boolean {
  return matches(bareMember, text, at);
}
