import type { ModelTraits, UnfinishedFact } from "@kestrel/protocol/api";
import type { ToolEntry } from "@kestrel/session-state";
import type { TurnSoFar } from "../loop-detection/turn-so-far.ts";
import { ranCheck, verificationOf } from "./verification.ts";

/**
 * A fact of the log that contradicts the end of a turn; undefined without one. Any later change makes up for a refused edit. The
 * reply's text is compared only where the model's traits ask for that, because wording is a weak signal.
 */
export function contradictionOf(
  turn: TurnSoFar,
  { guidance }: Pick<ModelTraits, "guidance">,
): UnfinishedFact | undefined {
  const { calls } = turn;
  if (verificationOf(calls).kind === "failed") return "failed_check";
  const changed = calls.some(({ changes }) => changes.length > 0);
  if (!changed && failedEdit(calls) !== undefined) return "failed_edit";
  return guidance?.includes("claims") ? contradictedClaim(turn) : undefined;
}

/** A claim of the last reply that the log contradicts. A command that ran may have changed anything. */
export function contradictedClaim({ replies, calls }: TurnSoFar): UnfinishedFact | undefined {
  const { changed, tested } = claimsIn(replies.at(-1)?.text ?? "");
  const mayHaveChanged = calls.some(
    ({ changes, status, risk, exitCode }) =>
      changes.length > 0 ||
      ((status === "ok" || exitCode !== undefined) && risk !== "read" && risk !== "edit"),
  );
  if (changed && !mayHaveChanged) return "nothing_changed";
  return tested && !calls.some(ranCheck) ? "no_test_ran" : undefined;
}

/** What a final reply claims was done. */
type Claims = { changed: boolean; tested: boolean };

/**
 * The claims of a reply, outside of code. Sentences that negate, ask or are conditional claim nothing: a missed claim costs less than a
 * false one.
 */
export function claimsIn(text: string): Claims {
  const prose = text.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g, "\n").replace(/`[^`\n]*`/g, "x");
  const sentences = prose
    .split(/(?<=[.!?。！？])(?=\s|\p{Script=Han}|$)|\n+/u)
    .filter((one) => !isOpen.test(one));
  return {
    changed: sentences.some((one) => changed.test(one)),
    tested: sentences.some((one) => tested.test(one)),
  };
}

/** Negated, interrogative, conditional or in the future. */
const isOpen =
  /\b(?:not|no|never|cannot|unable|without|if|would|should|could|will|need|needs|must|may|might|let me|already)\b|n['’]t\b|[?？]|没|未|不|无法|如果|应该|可以|需要|请|(?<!已经?)将|会|已经存在/i;

const verbs =
  "changed|edited|updated|fixed|created|added|modified|replaced|removed|deleted|renamed|implemented|written|corrected|moved|completed";

const changed = new RegExp(
  [
    `\\bI(?:['’]ve| have)?(?: now| also| just| successfully)* (?:${verbs}|wrote)\\b`,
    `\\b(?:has|have) (?:now |also |successfully )*been (?:now |successfully )*(?:${verbs})\\b`,
    `\\b(?:was|were) (?:successfully )?(?:${verbs})\\b`,
    `^\\W*(?:successfully )?(?:${verbs})\\b.*\\b(?:file|function|line|code|test|setting|class|in x|x)\\b`,
    "已(?:经)?(?:成功)?(?:将|把)?[^，。]{0,20}(?:修改|修复|创建|添加|更新|完成|删除|替换|写入|实现|改为|改成)",
    "(?:修改|修复|创建|添加|更新|删除|替换|写入)(?:已)?完成",
  ].join("|"),
  "i",
);

const tested =
  /\b(?:all )?(?:the )?(?:unit )?(?:tests?|checks?)\b[^.]{0,30}\b(?:passed|pass|succeeded|succeed|ran|are green|is green)\b|\bI(?:['’]ve| have)? (?:ran|run|tested|verified)\b|测试(?:已|都|全部|均)*(?:通过|运行)|已(?:经)?(?:运行|通过)[^，。]{0,8}测试/i;

/** The file whose last edit of this turn failed; undefined when every edit succeeded in the end. */
export function failedEdit(calls: readonly ToolEntry[]): string | undefined {
  const failed = new Set<string>();
  for (const call of calls) {
    // The model may have added the folder's own name as a prefix.
    for (const { path } of call.changes)
      for (const one of failed) if (one === path || one.replace(/^[^/]+\//, "") === path) failed.delete(one);
    if (call.risk !== "edit" || call.status !== "error") continue;
    for (const { path, access } of call.subject?.paths ?? []) if (access === "write") failed.add(path);
  }
  return [...failed].at(-1);
}
