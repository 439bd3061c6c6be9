import type { Progress } from "@kestrel/protocol";
import { estimateWritten } from "@kestrel/session-state";
import { useWords } from "../i18n/language.tsx";
import { VisibleText } from "../ui/visible-text.tsx";

/** Lines shown of the arguments being written, so that a long file can be watched while it is written. */
const shownLines = 8;

/** A call while it is being written: its size and its newest lines. It becomes a card when complete. */
export function CallDraft({ call }: { call: Progress["call"] }) {
  const { t } = useWords();
  const count = call ? estimateWritten(call) : 0;
  const lines = readable(call?.tail ?? "")
    .split("\n")
    .slice(-shownLines);
  return (
    <figure className="rounded-card border border-line bg-card px-3 py-2" aria-live="off">
      <figcaption className="tabular text-ui text-dim">
        {call?.tool ? t("phase.calling.tool", { tool: call.tool, count }) : t("phase.calling", { count })}
      </figcaption>
      {lines.length > 1 && (
        // The height is fixed while the draft grows, so that the text above it does not move.
        <pre className="mt-1 h-[11.6em] overflow-hidden font-mono text-fine leading-[1.45] whitespace-pre text-faint">
          <VisibleText text={lines.join("\n")} />
        </pre>
      )}
    </figure>
  );
}

/** The end of a JSON text for reading: escapes of line breaks and quotes within strings are undone as far as possible. */
function readable(tail: string): string {
  return tail
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "  ")
    .replace(/\\(["\\/])/g, "$1");
}
