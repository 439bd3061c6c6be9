import { visibleText } from "@kestrel/text";
import { texOf } from "@kestrel/text/markdown";
import { memo, useEffect, useRef } from "react";
import { VisibleText } from "../ui/visible-text.tsx";

/** Loaded with the first formula, with its fonts. */
const loadMath = () => import("./set-formula.ts").then(({ setFormula }) => setFormula);

/** A formula in TeX: as it was written until it is set, and where it cannot be. */
export const Formula = memo(function Formula({ raw, display }: { raw: string; display?: true }) {
  const box = useRef<HTMLSpanElement>(null);
  const tex = texOf(raw);
  useEffect(() => {
    if (tex === undefined) return;
    let wanted = true;
    void loadMath().then(
      (setFormula) => wanted && box.current && setFormula(box.current, visibleText(tex), display === true),
      () => undefined, // expected: where it cannot be had the formula stands as it was written
    );
    return () => {
      wanted = false;
    };
  }, [tex, display]);
  return (
    // Anew for another formula: what was set is the page's own, and unknown to React.
    <span key={raw} dir="ltr">
      <span ref={box} hidden />
      <span className="whitespace-pre-wrap">
        <VisibleText text={display ? raw.trimEnd() : raw} />
      </span>
    </span>
  );
});
