/**
 * The letters that a forgiving file system makes of a name's: to some, `\u212a` is `k`, `ﬁ` is `fi` and `ß` is `ss`. Only for telling
 * what a name may stand for.
 */
export function plainLetters(name: string): string {
  const seen = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // Some small letters are two capitals, and some capitals lead only to those.
  return seen.toLowerCase().toUpperCase().toLowerCase();
}
