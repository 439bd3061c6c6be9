/** How a tool or a parameter may be called, in any script; pattern sources for expressions with the flag `u`. */
const first = "[\\p{L}_]";
const rest = "[\\p{L}\\p{M}\\p{N}_.-]";

export const namePattern = `${first}${rest}{0,120}`;

/** A parameter in Python, and a tag: a name without dots counts there, too. */
export const identifierPattern = `${first}[\\p{L}\\p{M}\\p{N}_]{0,80}`;

/** Matches one character that a name can begin with. */
export const nameStart = /[\p{L}_]/u;
