/** What opens and closes a text, in whatever script. */
export const looseQuotes = "\"'“”„‘’`´«»＂＇";

/** A key without quotes. */
export const looseKey = /[A-Za-z_$][\w$.-]*|\d{1,15}(?=\s{0,40}[:：])/y;
/** A key with both of its quotes, and what follows it. */
export const wholeKey = /["'“][^"“”\n]{0,200}["'”]\s{0,40}[:：=]/y;
/** A key whose closing quote was lost. */
export const unclosedKey = /["'“]([A-Za-z_$][\w$-]{0,80})\s{0,40}(?=[:：])/y;
/** The closing quote of a key whose opening one was lost. */
export const strayQuote = /["'”](?=\s{0,40}[:：=])/y;
