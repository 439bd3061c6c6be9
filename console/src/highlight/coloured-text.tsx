import { VisibleText } from "../ui/visible-text.tsx";
import type { Run } from "./highlight.ts";

/** Code in its colours, complete and with nothing hidden whatever the runs are. */
export function ColouredText({ text, runs = [] }: { text: string; runs?: readonly Run[] | undefined }) {
  let end = 0;
  return (
    <>
      {runs.map(([length, look], index) => {
        const part = <VisibleText key={index} text={text.slice(end, end + length)} />;
        end += length;
        return look === "" ? (
          part
        ) : (
          <span key={index} className={look}>
            {part}
          </span>
        );
      })}
      {end < text.length && <VisibleText text={text.slice(end)} />}
    </>
  );
}
