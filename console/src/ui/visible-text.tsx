import { Fragment } from "react";
import { visiblePieces } from "./visible-pieces.ts";

/** Text from elsewhere with nothing hidden in it: control and direction characters are drawn as \u{…}. */
export function VisibleText({ text }: { text: string }) {
  let at = 0;
  return visiblePieces(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.hidden ? (
      <span key={key} className="code-point">
        {piece.text}
      </span>
    ) : (
      <Fragment key={key}>{piece.text}</Fragment>
    );
  });
}
