import type { ToolContext } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import type { SyntaxChecker } from "../syntax/syntax-checker.ts";
import type { TextWorker } from "../worker/text-worker.ts";
import { failedAttempts } from "./failed-attempts.ts";
import type { ChangeTarget, PlannedChange } from "./planned-change.ts";
import { syntaxGate } from "./syntax-gate.ts";

/** Failed edits in a row after which an alternative is suggested. */
const mostMisses = 2;
/** UTF-16 units: up to this size, rewriting the whole file is suggested. */
const smallFile = 6000;

/** State kept between calls about failed changes. */
export type ChangeWatch = {
  /** Computes diffs that are too large for the daemon's thread. */
  worker: Pick<TextWorker, "diff">;
  /** Returns the change, with a warning if needed. Throws Refusal when it would break the file's syntax. */
  judged(change: PlannedChange, context: ToolContext): Promise<PlannedChange>;
  /** Counts an edit without a match; returns the alternatives to suggest by now. */
  misses(target: ChangeTarget, text: string, context: ToolContext): readonly string[];
  succeeded(change: PlannedChange, context: ToolContext): void;
};

export function changeWatch(checker: SyntaxChecker, worker: ChangeWatch["worker"]): ChangeWatch {
  const refusals = failedAttempts();
  const missed = failedAttempts();
  const gate = syntaxGate(checker, refusals);
  return {
    worker,
    judged: async (change, context) => {
      const warnings = [change.warning, await gate(change, context)].filter((one) => one !== undefined);
      return warnings.length > 0 ? { ...change, warning: warnings.join("\n") } : change;
    },
    misses: ({ place }, text, context) => {
      const count = missed.add(context, place.path);
      if (count < mostMisses || text.length > Math.min(smallFile, context.outputLimit)) return [];
      const name = JSON.stringify(visibleName(place.path));
      return [
        `${count} edits of this file have failed. It is small: read it, then call write with {"path": ${name}} and its whole new content.`,
      ];
    },
    succeeded: ({ place }, context) => {
      refusals.clear(context, place.path);
      missed.clear(context, place.path);
    },
  };
}
