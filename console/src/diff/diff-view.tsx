import { useMemo } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { type DiffLine, readUnifiedDiff } from "./unified-diff.ts";

const looks = {
  add: { row: "bg-diff-add", sign: "+", mark: "bg-diff-add-mark rounded-[3px]" },
  del: { row: "bg-diff-del", sign: "−", mark: "bg-diff-del-mark rounded-[3px]" },
  same: { row: "", sign: " ", mark: "" },
} as const;

const heights = { dock: "max-h-14", card: "max-h-96", question: "max-h-question" } as const;

type DiffViewProps = {
  diff: string;
  path: string;
  size?: keyof typeof heights;
  /** Given what shows the change, by who must know what of it was seen. */
  frame?: (element: HTMLElement | null) => void;
};

/** A file's change, line by line. Additions and removals carry a sign besides their colour. */
export function DiffView({ diff, path, size = "card", frame }: DiffViewProps) {
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
      className={`overflow-auto rounded-card bg-code font-mono text-mono inset-ring inset-ring-soft ${heights[size]}`}
    >
      <table className={`w-full border-collapse ${asks ? "" : "min-w-max"}`}>
        <tbody>
          {lines.map((line, index) => (
            <Row key={index} line={line} wraps={asks} />
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Row({ line, wraps }: { line: DiffLine; wraps: boolean }) {
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
      <td className={number}>{line.newLine}</td>
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
