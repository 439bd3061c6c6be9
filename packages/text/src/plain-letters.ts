/**
 * A name's letters as case- and form-insensitive file systems compare them: for some, `\u212a` is `k`, `ﬁ` is `fi` and `ß` is `ss`. Only
 * for detecting what a name may match.
 */
export function plainLetters(name: string): string {
  const seen = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // Some lower-case letters become two capitals, and some capitals lead only to those.
  return seen.toLowerCase().toUpperCase().toLowerCase();
}
