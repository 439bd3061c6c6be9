import "katex/dist/katex.css";
import katex from "katex";

/** Bounds for untrusted TeX: macro expansions, size in em, and no links, images or classes. */
const bounds = { maxExpand: 300, maxSize: 20, trust: false, strict: "ignore" } as const;

/** Typesets TeX into `box` in place of the text that follows it. When that fails, the text stays. */
export function setFormula(box: HTMLElement, tex: string, displayMode: boolean): void {
  const source = box.nextElementSibling;
  try {
    katex.render(tex, box, { ...bounds, displayMode, throwOnError: true });
  } catch {
    // expected: TeX that KaTeX cannot parse
    box.hidden = true;
    if (source instanceof HTMLElement) source.hidden = false;
    return;
  }
  box.hidden = false;
  if (source instanceof HTMLElement) source.hidden = true;
}
