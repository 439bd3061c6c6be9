/** UTF-16 units of a page's text. A model sees 32,000 at most; more would block the main thread for over a tenth of a second. */
const mostWords = 256 * 1024;

/** The start of a text up to the limit, never half a character; `cut` if there was more. */
export function boundedWords(text: string, most = mostWords): { text: string; cut: boolean } {
  if (text.length <= most) return { text, cut: false };
  const splits = /[\ud800-\udbff]/.test(text.charAt(most - 1));
  return { text: text.slice(0, splits ? most - 1 : most), cut: true };
}
