import { type RefCallback, useMemo } from "react";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";
import { type DiffLine, readUnifiedDiff } from "./unified-diff.ts";

const rows = { add: "bg-diff-add", del: "bg-diff-del", same: "" } as const;
const signs = { add: "+", del: "−", same: " " } as const;
const marks = {
  add: "bg-diff-add-mark rounded-[3px]",
  del: "bg-diff-del-mark rounded-[3px]",
  same: "",
} as const;

const heights = { dock: "max-h-28", card: "max-h-96", question: "max-h-[60dvh]" } as const;

type DiffViewProps = {
  diff: string;
  path: string;
  size?: keyof typeof heights;
  frame?: RefCallback<HTMLElement>;
};

/** A file's change, line by line. Additions and removals carry a sign besides their colour. */
export function DiffView({ diff, path, size = "card", frame }: DiffViewProps) {
  const { t } = useWords();
  const lines = useMemo(() => readUnifiedDiff(diff), [diff]);
  return (
    <figure
      ref={frame}
      aria-label={t("tool.diff", { path })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long diff must be scrollable by keyboard
      tabIndex={0}
      className={`overflow-auto rounded-control border border-line bg-paper font-mono text-12 leading-[1.5] ${heights[size]}`}
    >
      <table className="w-full min-w-max border-collapse">
        <tbody>
          {lines.map((line, index) => (
            <Row key={index} line={line} />
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Row({ line }: { line: DiffLine }) {
  if (line.kind === "gap") {
    return (
      <tr>
        <td colSpan={4} className="bg-surface px-3 text-faint select-none">
          ⋯
        </td>
      </tr>
    );
  }
  const number = "tabular w-px pl-2 pr-1 text-right text-faint select-none align-top";
  return (
    <tr className={rows[line.kind]}>
      <td className={number}>{line.oldLine}</td>
      <td className={number}>{line.newLine}</td>
      <td className="w-px px-1 text-center text-dim select-none align-top">{signs[line.kind]}</td>
      <td className="pr-3 whitespace-pre">
        {line.pieces.map((piece, index) => (
          <span key={index} className={piece.marked ? marks[line.kind] : undefined}>
            <VisibleText text={piece.text} />
          </span>
        ))}
      </td>
    </tr>
  );
}
