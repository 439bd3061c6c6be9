import type { LedgerBlock } from "@kestrel/session-state";
import { memo, useMemo, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { lensRows, tokensPerRow } from "./lens-rows.ts";

const rowsWanted = 16;

type LensDrawingProps = {
  blocks: readonly LedgerBlock[];
  /** The share processed so far during prefill. */
  read?: number;
  label: string;
};

/** Rows of blocks, left to right and top to bottom. Hovering one shows its name. It has thousands of elements: text that streams changes none. */
export const LensDrawing = memo(function LensDrawing({ blocks, read, label }: LensDrawingProps) {
  const { t, numbers } = useWords();
  const [pointed, setPointed] = useState<number>();
  const total = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const perRow = tokensPerRow(total, rowsWanted);
  const rows = useMemo(() => lensRows(blocks, perRow), [blocks, perRow]);
  const block = pointed === undefined ? undefined : blocks[pointed];
  return (
    <div>
      <div
        role="img"
        aria-label={label}
        className="stack gap-[3px]"
        onPointerLeave={() => setPointed(undefined)}
      >
        {rows.map((row, index) => (
          <div key={index} className="relative h-3.5 overflow-hidden rounded-[3px] bg-card">
            {row.map((piece) => (
              <span
                key={piece.from}
                onPointerEnter={() => setPointed(piece.block)}
                className={`absolute inset-y-0 border-r border-paper ${piece.hot ? "bg-hot" : "bg-cold"} ${blocks[piece.block]?.estimated ? "hatch" : ""} ${pointed === piece.block ? "brightness-125" : ""}`}
                style={{
                  left: `${(piece.from / perRow) * 100}%`,
                  width: `${(piece.tokens / perRow) * 100}%`,
                }}
              />
            ))}
            {read !== undefined && <ReadLine at={(read * total) / perRow - index} />}
          </div>
        ))}
      </div>
      <p className="tabular mt-2 h-9 overflow-hidden text-fine text-dim">
        {block ? (
          <>
            {t(`ledger.${block.kind}`)} · {numbers.marked(block.tokens, block.estimated)} ·{" "}
            <span className="text-faint">
              <VisibleText text={block.label} />
            </span>
          </>
        ) : (
          <span className="text-faint">{t("lens.row", { count: perRow })}</span>
        )}
      </p>
    </div>
  );
});

/** The server's prefill position, when it is on this row. */
function ReadLine({ at }: { at: number }) {
  if (at < 0 || at > 1) return null;
  return <span className="absolute inset-y-0 w-0.5 bg-text" style={{ left: `${at * 100}%` }} />;
}
