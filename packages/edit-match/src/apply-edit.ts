import type { Edit, EditResult } from "./edit.ts";
import { editReadings, escapedReadings } from "./edit-readings.ts";
import { hasElision, matchElided } from "./match-elided.ts";
import { type LineMatch, matchLines } from "./match-lines.ts";
import { ambiguousEdit, changedTo, editNotFound, invalidEdit, unchanged } from "./refuse-edit.ts";
import { replaceAtEnd } from "./replace-at-end.ts";
import { replaceExact } from "./replace-exact.ts";
import { type Line, lineBreakOf, splitLines, withLineBreak } from "./split-lines.ts";

/** Puts the lines of `matches`, which do not overlap, in place; nothing else moves. */
function replaceLines(content: string, file: Line[], matches: LineMatch[]): string {
  const parts: string[] = [];
  const usual = lineBreakOf(content) ?? "\n";
  let kept = 0;
  for (const match of matches.toSorted((left, right) => left.from - right.from)) {
    const first = file[match.from];
    const last = file[match.to - 1];
    if (!first || !last) continue;
    const eol = [first, last].find((line) => line.eol !== "")?.eol ?? usual;
    parts.push(content.slice(kept, first.start), match.lines.join(eol));
    kept = last.start + last.text.length + (match.lines.length === 0 ? last.eol.length : 0);
  }
  return parts.join("") + content.slice(kept);
}

function disjoint(matches: LineMatch[]): LineMatch[] {
  let end = 0;
  return matches.filter((match) => {
    if (match.from < end) return false;
    end = match.to;
    return true;
  });
}

function replaceTolerant(content: string, file: Line[], edit: Edit): EditResult | undefined {
  const matches = matchLines(
    file,
    edit.old,
    edit.new,
    edit.replaceAll ? Number.POSITIVE_INFINITY : undefined,
  );
  if (matches.length === 0) return undefined;
  if (matches.length > 1 && !edit.replaceAll) return ambiguousEdit(matches.map((match) => match.from + 1));
  return changedTo(content, replaceLines(content, file, disjoint(matches)));
}

function replaceElided(content: string, file: Line[], edit: Edit): EditResult | undefined {
  const chains = matchElided(file, edit.old, edit.new);
  const first = chains?.[0];
  if (!chains || !first) return undefined;
  if (chains.length > 1) return ambiguousEdit([...new Set(chains.map((chain) => (chain[0]?.from ?? 0) + 1))]);
  return changedTo(content, replaceLines(content, file, first));
}

function create(content: string, edit: Edit): EditResult {
  if (content.trim() === "") return changedTo(content, edit.new);
  return invalidEdit(
    "`old` is empty, but the file is not. Give the lines to replace, or write the whole file.",
  );
}

/** A text of nothing but blanks counts where it stands as it is; on an empty file it is as good as none. */
function replaceBlank(content: string, edit: Edit): EditResult {
  if (edit.old === edit.new && content !== "") return unchanged();
  if (edit.old === "" || content === "") return create(content, edit);
  return replaceExact(content, edit) ?? invalidEdit("`old` is blank. Give the lines to replace.");
}

/** Literally, with the line breaks as given, as the file mostly has them, or as it has them elsewhere. */
function replaceLiterally(content: string, edit: Edit): EditResult | undefined {
  const usual = lineBreakOf(content);
  const other = usual === "\r\n" ? "\n" : "\r\n";
  const given = new Set([edit.old, withLineBreak(edit.old, usual), withLineBreak(edit.old, usual && other)]);
  for (const old of given) {
    const result = replaceExact(content, { ...edit, old });
    if (result) return result;
  }
  return undefined;
}

function edited(content: string, edit: Edit): EditResult {
  if (edit.old.trim() === "") return replaceBlank(content, edit);
  if (edit.old === edit.new) return unchanged();
  const exact = replaceLiterally(content, edit);
  if (exact) return exact;
  const file = splitLines(content);
  for (const reading of editReadings(edit)) {
    const whole = { ...edit, ...reading };
    const literal = reading.old === edit.old ? undefined : replaceLiterally(content, whole);
    const result = literal ?? replaceTolerant(content, file, whole);
    if (result) return result;
    if (hasElision(whole.old)) {
      const elided = replaceElided(content, file, whole);
      if (elided) return elided;
    }
  }
  for (const reading of escapedReadings(edit)) {
    const result = replaceExact(content, { ...edit, ...reading });
    if (result) return result;
  }
  return replaceAtEnd(content, edit) ?? editNotFound(content, file, edit.old, edit.new);
}

/** Replaces `old` by `new` in `content`; where it would have to guess, it refuses. Never throws. */
export function applyEdit(content: string, given: Edit): EditResult {
  if (typeof content !== "string" || typeof given !== "object" || given === null)
    return invalidEdit("The edit needs a text and an object.");
  const { old, new: replacement, replaceAll } = given as Partial<Edit>;
  if (typeof old !== "string" || typeof replacement !== "string") {
    return invalidEdit("The edit needs `old` and `new`, both text.");
  }
  try {
    const bom = content.startsWith("\uFEFF") ? "\uFEFF" : "";
    const bare = (text: string) => text.replace(/^\uFEFF/, "");
    const edit = { old: bare(old), new: bare(replacement), replaceAll: replaceAll === true };
    const result = edited(content.slice(bom.length), edit);
    return result.ok ? { ok: true, content: bom + result.content } : result;
  } catch (fault) {
    return { ...invalidEdit("The edit could not be applied."), fault };
  }
}
