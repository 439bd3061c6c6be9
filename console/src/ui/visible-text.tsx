import { visiblePieces } from "@kestrel/text";
import { Fragment } from "react";

/** Text from elsewhere with nothing hidden in it: control and direction characters are drawn as marks. */
export function VisibleText({ text }: { text: string }) {
  return visiblePieces(text).map((piece, index) =>
    "hidden" in piece ? (
      <span key={index} className="code-point">
        {piece.hidden}
      </span>
    ) : (
      <Fragment key={index}>{piece.text}</Fragment>
    ),
  );
}
