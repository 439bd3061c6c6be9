import { visiblePieces } from "@kestrel/text";
import { Fragment } from "react";

/** Untrusted text with nothing hidden: control and direction characters are shown as marks. */
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
