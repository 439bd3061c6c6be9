import "katex/dist/katex.css";
import katex from "katex";

/** Bounds for what a model may write: macros expand so often, nothing is larger (in em), and no link, image or class is made. */
const bounds = { maxExpand: 300, maxSize: 20, trust: false, strict: "ignore" } as const;

/** Sets TeX into `box` in place of the text that follows it. Where it cannot be set, that text stays. */
export function setFormula(box: HTMLElement, tex: string, displayMode: boolean): void {
  const source = box.nextElementSibling;
  try {
    katex.render(tex, box, { ...bounds, displayMode, throwOnError: true });
  } catch {
    // expected: no TeX that is understood
    box.hidden = true;
    if (source instanceof HTMLElement) source.hidden = false;
    return;
  }
  box.hidden = false;
  if (source instanceof HTMLElement) source.hidden = true;
}
