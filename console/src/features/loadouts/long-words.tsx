import { VisibleText } from "../../ui/visible-text.tsx";

/** More than this scrolls in a place of its own. UTF-16 units. */
const short = 400;

/** Words as they are, with nothing hidden in them. */
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
