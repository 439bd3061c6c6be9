import { Fragment, type KeyboardEvent, type ReactNode, useMemo } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { type DiffLine, readUnifiedDiff } from "./unified-diff.ts";

const looks = {
  add: { row: "bg-diff-add", sign: "+", mark: "bg-diff-add-mark rounded-[3px]" },
  del: { row: "bg-diff-del", sign: "−", mark: "bg-diff-del-mark rounded-[3px]" },
  same: { row: "", sign: " ", mark: "" },
} as const;

const heights = { dock: "max-h-14", card: "max-h-96", question: "max-h-question", whole: "" } as const;

/** A line that something can be said about: its number in the file as it is now, else as it was. */
export type SaidLine = { row: number; line: number; text: string };

type DiffViewProps = {
  diff: string;
  path: string;
  size?: keyof typeof heights;
  /** Given what shows the change, by who must know what of it was seen. */
  frame?: (element: HTMLElement | null) => void;
  /** The number of each line is a button then. */
  onLine?: (line: SaidLine) => void;
  /** What stands below one row. */
  below?: { row: number; node: ReactNode };
};

/** A file's change, line by line. Additions and removals carry a sign besides their colour. */
export function DiffView({ diff, path, size = "card", frame, onLine, below }: DiffViewProps) {
  const { t } = useWords();
  const lines = useMemo(() => readUnifiedDiff(diff), [diff]);
  // What is asked about has no second direction in which something could stay unseen.
  const asks = size !== "card";
  return (
    <figure
      ref={frame}
      aria-label={t("tool.diff", { path })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long diff must be scrollable by keyboard
      tabIndex={0}
      className={`overflow-auto rounded-card bg-code font-mono text-mono inset-ring inset-ring-soft max-sm:scroll-mt-16 ${heights[size]}`}
    >
      <table className={`w-full border-collapse ${asks ? "" : "min-w-max"}`}>
        <tbody>
          {lines.map((line, index) => (
            <Fragment key={index}>
              <Row line={line} wraps={asks} row={index} onLine={onLine} />
              {below?.row === index && (
                <tr>
                  <td colSpan={4} className="p-2 font-sans">
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

type RowProps = { line: DiffLine; wraps: boolean; row: number; onLine: DiffViewProps["onLine"] };

/** Of all lines one is a stop of the Tab key; arrows go on from there. */
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

function Row({ line, wraps, row, onLine }: RowProps) {
  const { t } = useWords();
  if (line.kind === "gap") {
    return (
      <tr>
        <td colSpan={4} className="px-3 text-faint select-none">
          ⋯
        </td>
      </tr>
    );
  }
  if (line.kind === "no-break") {
    return (
      <tr>
        <td colSpan={3} />
        <td className="pr-3 text-faint select-none">{t("tool.diff.no-break")}</td>
      </tr>
    );
  }
  const look = looks[line.kind];
  const number = "tabular w-px pl-2 pr-1 text-right text-faint select-none align-top";
  return (
    <tr className={look.row}>
      <td className={number}>{line.oldLine}</td>
      <td className={number}>
        {onLine ? (
          <button
            type="button"
            data-line=""
            tabIndex={row === 0 ? 0 : -1}
            aria-label={t("review.comment.on", { line: numberOf(line) })}
            onKeyDown={moveAmongLines}
            onClick={() =>
              onLine({ row, line: numberOf(line), text: line.pieces.map(({ text }) => text).join("") })
            }
            className="block min-h-[22px] w-full min-w-6 rounded-[4px] text-right hover:bg-accent hover:text-accent-text focus-visible:outline-offset-0"
          >
            {line.newLine ?? "·"}
          </button>
        ) : (
          line.newLine
        )}
      </td>
      <td className="w-px px-1 text-center text-dim select-none align-top">{look.sign}</td>
      <td className={`pr-3 ${wraps ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre"}`}>
        {line.pieces.map((piece, index) => (
          <span key={index} className={piece.marked ? look.mark : undefined}>
            <VisibleText text={piece.text} />
          </span>
        ))}
      </td>
    </tr>
  );
}

function numberOf({ newLine, oldLine }: { newLine?: number; oldLine?: number }): number {
  return newLine ?? oldLine ?? 0;
}
