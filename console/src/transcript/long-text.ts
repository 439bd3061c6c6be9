/** A long text shortened for the screen: its head, the number of hidden lines, its tail. */
export type CutText = { head: string; hidden: number; tail: string };

const headLines = 30;
const tailLines = 90;

/** Short texts are whole; long ones keep the head and more of the tail, where programs print their result. */
export function cutText(text: string): CutText {
  const lines = text.split("\n");
  const hidden = lines.length - headLines - tailLines;
  if (hidden < 20) return { head: text, hidden: 0, tail: "" };
  return {
    head: lines.slice(0, headLines).join("\n"),
    hidden,
    tail: lines.slice(-tailLines).join("\n"),
  };
}
