/** A long text cut for the screen: its head, how many lines are hidden, its tail. */
export type CutText = { head: string; hidden: number; tail: string };

const headLines = 30;
const tailLines = 90;

/** Shows short texts whole; of long ones the beginning and, because that is where programs say what happened, more of the end. */
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
