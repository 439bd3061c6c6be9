/** Where a list of keys occurs in another: every start, overlapping ones too. Linear (Knuth–Morris–Pratt). */
export function findRuns(haystack: string[], needle: string[], maximum = 1000): number[] {
  if (needle.length === 0) return [];
  const back: number[] = [0];
  for (let index = 1, length = 0; index < needle.length; index += 1) {
    while (length > 0 && needle[index] !== needle[length]) length = back[length - 1] ?? 0;
    if (needle[index] === needle[length]) length += 1;
    back[index] = length;
  }
  const starts: number[] = [];
  for (let index = 0, length = 0; index < haystack.length; index += 1) {
    while (length > 0 && haystack[index] !== needle[length]) length = back[length - 1] ?? 0;
    if (haystack[index] === needle[length]) length += 1;
    if (length === needle.length) {
      starts.push(index - needle.length + 1);
      if (starts.length >= maximum) break;
      length = back[length - 1] ?? 0;
    }
  }
  return starts;
}
