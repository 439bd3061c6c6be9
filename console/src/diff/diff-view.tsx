import { Fragment, type KeyboardEvent, memo, type ReactNode, useCallback, useMemo, useRef } from "react";
import { ColouredText } from "../highlight/coloured-text.tsx";
import { useWords } from "../i18n/language.tsx";
import { usePreferences } from "../preferences/preferences.tsx";
import { Button } from "../ui/button.tsx";
import { type LineColours, useLineColours } from "./line-colours.ts";
import { type DiffLine, readUnifiedDiff, sideBySide } from "./unified-diff.ts";

const looks = {
  add: { row: "bg-diff-add", sign: "+", mark: "bg-diff-add-mark rounded-[3px]" },
  del: { row: "bg-diff-del", sign: "−", mark: "bg-diff-del-mark rounded-[3px]" },
  same: { row: "", sign: " ", mark: "" },
  "no-break": { row: "", sign: "", mark: "" },
} as const;

const heights = { dock: "max-h-14", card: "max-h-96", question: "max-h-question", whole: "" } as const;

/** A line for a comment: its number in the current file, else in the old one. */
export type SaidLine = { row: number; line: number; text: string };

type DiffViewProps = {
  diff: string;
  path: string;
  size?: keyof typeof heights;
  /** Receives the element of the diff, to track which parts were seen. */
  frame?: (element: HTMLElement | null) => void;
  /** Both sides fit: the user may have chosen to see it side by side. */
  hasSides?: boolean;
  /** When set, each line number is a button. */
  onLine?: (line: SaidLine) => void;
  /** Content below one row. */
  below?: { row: number; node: ReactNode };
};

/** A file's diff, line by line. Signs mark additions and removals besides colour. Approvals and reviews can show it side by side. */
export function DiffView({
  diff,
  path,
  size = "card",
  frame,
  hasSides = false,
  onLine,
  below,
}: DiffViewProps) {
  const { t } = useWords();
  const { diffs } = usePreferences();
  const isSplit = hasSides && diffs === "split";
  const lines = useMemo(() => readUnifiedDiff(diff), [diff]);
  const colours = useLineColours(lines, path);
  const rows = useMemo(
    () => (isSplit ? sideBySide(lines) : lines.map((_, at) => ({ left: at, right: at }))),
    [lines, isSplit],
  );
  // No horizontal scrolling in an approval: text could stay unseen.
  const asks = size !== "card";
  const says = useRef(onLine);
  says.current = onLine;
  const sayOn = useCallback((line: SaidLine) => says.current?.(line), []);
  return (
    <figure
      // Another layout is a new element: parts seen in one layout do not count in the other.
      key={String(isSplit)}
      ref={frame}
      aria-label={t("tool.diff", { path })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long diff must be scrollable by keyboard
      tabIndex={0}
      className={`overflow-auto rounded-card bg-code ${asks ? "py-0.5" : "py-1"} font-mono text-mono inset-ring inset-ring-soft max-sm:scroll-mt-16 ${heights[size]}`}
    >
      <table className={`w-full border-collapse ${asks ? "" : "min-w-max"}`}>
        <tbody>
          {rows.map(({ left, right }, index) => (
            <Fragment key={index}>
              <Row
                old={left === undefined ? undefined : lines[left]}
                new={right === undefined ? undefined : lines[right]}
                oldColours={left === undefined ? undefined : colours[left]}
                newColours={right === undefined ? undefined : colours[right]}
                {...{ left, right, isSplit, onLine: onLine && sayOn }}
                wraps={asks}
              />
              {below && (below.row === left || below.row === right) && (
                <tr>
                  <td colSpan={isSplit ? 6 : 4} className="p-2 font-sans">
                    {below.node}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Switches the layout of every diff in approvals and reviews; for where both sides fit. */
export function SplitButton() {
  const { t } = useWords();
  const { diffs, setDiffs } = usePreferences();
  const isSplit = diffs === "split";
  return (
    <Button
      look="quiet"
      aria-pressed={isSplit}
      className="-my-1.5 aria-pressed:bg-pressed"
      onClick={() => setDiffs(isSplit ? "unified" : "split")}
    >
      {t("tool.diff.split")}
    </Button>
  );
}

/** Only one line is in the Tab order; arrow keys move on from there. */
function moveAmongLines(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [
    ...(event.currentTarget.closest("table")?.querySelectorAll<HTMLElement>("button[data-line]") ?? []),
  ];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.currentTarget.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

type RowProps = {
  old: DiffLine | undefined;
  new: DiffLine | undefined;
  oldColours: LineColours | undefined;
  newColours: LineColours | undefined;
  left: number | undefined;
  right: number | undefined;
  isSplit: boolean;
  wraps: boolean;
  onLine: DiffViewProps["onLine"];
};

/** A line, or a removed line beside its replacement. A long diff has thousands: only those whose colours came render again. */
const Row = memo(function Row(props: RowProps) {
  const { old, oldColours, newColours, left, right, isSplit, wraps, onLine } = props;
  const line = old ?? props.new;
  if (!line || line.kind === "gap")
    return (
      <tr>
        <td colSpan={isSplit ? 6 : 4} className="px-3 text-faint select-none">
          ⋯
        </td>
      </tr>
    );
  const place = { wraps, onLine };
  if (isSplit)
    return (
      <tr>
        <Side {...place} line={old} colours={oldColours} row={left} side="old" />
        <Side {...place} line={props.new} colours={newColours} row={right} side="new" />
      </tr>
    );
  return (
    <tr className={looks[line.kind].row}>
      <td className={number}>{numberOn(line, "old")}</td>
      <Side {...place} line={line} colours={oldColours} row={left} side="new" isWhole />
    </tr>
  );
});

const number = "tabular w-px pl-2 pr-1 text-right text-faint select-none align-top";

type SideProps = {
  line: DiffLine | undefined;
  colours: LineColours | undefined;
  row: number | undefined;
  side: "old" | "new";
  isWhole?: boolean;
  wraps: boolean;
  onLine: DiffViewProps["onLine"];
};

/** Number, sign and text of a line, on one side or, as a whole row, on both. */
function Side({ line, colours, row, side, isWhole = false, wraps, onLine }: SideProps) {
  const { t } = useWords();
  if (!line || row === undefined || line.kind === "gap") return <td colSpan={3} className="bg-sunken" />;
  const look = looks[line.kind];
  const at = numberOn(line, side);
  const text = line.kind === "no-break" ? "" : line.pieces.map((piece) => piece.text).join("");
  // A line on both sides has its button on one.
  const sayOn = (side === "new" || line.kind === "del") && line.kind !== "no-break" ? onLine : undefined;
  const its = numberOn(line, "new") ?? numberOn(line, "old") ?? 0;
  const ground = isWhole ? "" : look.row;
  return (
    <>
      <td className={`${number} ${ground}`}>
        {sayOn ? (
          <button
            type="button"
            data-line=""
            tabIndex={row === 0 ? 0 : -1}
            aria-label={t("review.comment.on", { line: its })}
            onKeyDown={moveAmongLines}
            onClick={() => sayOn({ row, line: its, text })}
            className="block min-h-[22px] w-full min-w-6 rounded-[4px] text-right hover:bg-accent hover:text-accent-text focus-visible:outline-offset-0"
          >
            {at ?? "·"}
          </button>
        ) : (
          at
        )}
      </td>
      <td className={`w-px pr-2 pl-1 text-center text-dim select-none align-top ${ground}`}>{look.sign}</td>
      <td
        className={`pr-3 ${wraps ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre"} ${isWhole ? "" : "w-1/2 align-top"} ${ground}`}
      >
        {line.kind === "no-break" ? (
          <span className="text-faint select-none">{t("tool.diff.no-break")}</span>
        ) : (
          line.pieces.map((piece, index) => (
            <span key={index} className={piece.marked ? look.mark : undefined}>
              <ColouredText text={piece.text} runs={colours?.[index]} />
            </span>
          ))
        )}
      </td>
    </>
  );
}

function numberOn(line: DiffLine, side: "old" | "new"): number | undefined {
  return "pieces" in line ? (side === "old" ? line.oldLine : line.newLine) : undefined;
}
