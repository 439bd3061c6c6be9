import { VisibleText } from "../../ui/visible-text.tsx";

/** Longer text scrolls in its own box. UTF-16 units. */
const short = 400;

/** Text verbatim, with nothing hidden. */
export function LongWords({ text, className = "" }: { text: string; className?: string }) {
  const look = `whitespace-pre-wrap [overflow-wrap:anywhere] ${className}`;
  if (text.length <= short && text.split("\n").length < 8)
    return (
      <div className={look}>
        <VisibleText text={text} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long words must be scrollable by keyboard
    <div tabIndex={0} className={`max-h-60 overflow-y-auto ${look}`}>
      <VisibleText text={text} />
    </div>
  );
}
