/** UTF-16 units of one page's words. A model is shown 32,000 at most and looks the rest up; making so many visible at worst keeps everybody waiting about a tenth of a second, and a stranger chooses the worst. */
const mostWords = 256 * 1024;

/** The first words of a text, as many as are ever used, with no half of a sign at their end; `cut` where there were more. */
export function boundedWords(text: string, most = mostWords): { text: string; cut: boolean } {
  if (text.length <= most) return { text, cut: false };
  const splits = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return { text: text.slice(0, splits ? most - 1 : most), cut: true };
}
