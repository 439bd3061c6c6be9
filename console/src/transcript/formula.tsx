import { visibleText } from "@kestrel/text";
import { texOf } from "@kestrel/text/markdown";
import { memo, useEffect, useRef } from "react";
import { VisibleText } from "../ui/visible-text.tsx";

/** Loaded with the first formula, fonts included. */
const loadMath = () => import("./set-formula.ts").then(({ setFormula }) => setFormula);

/** A TeX formula: its source until it is typeset, and when that fails. */
export const Formula = memo(function Formula({ raw, display }: { raw: string; display?: true }) {
  const box = useRef<HTMLSpanElement>(null);
  const tex = texOf(raw);
  useEffect(() => {
    if (tex === undefined) return;
    let wanted = true;
    void loadMath().then(
      (setFormula) => wanted && box.current && setFormula(box.current, visibleText(tex), display === true),
      () => undefined, // expected: without the library the formula stays as its source
    );
    return () => {
      wanted = false;
    };
  }, [tex, display]);
  return (
    // A new element for each formula: the typeset content is unknown to React.
    <span key={raw} dir="ltr">
      <span ref={box} hidden />
      <span className="whitespace-pre-wrap">
        <VisibleText text={display ? raw.trimEnd() : raw} />
      </span>
    </span>
  );
});
