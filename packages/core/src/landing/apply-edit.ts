import type { Edit, EditResult } from "./shapes.ts";

/** Replaces `old` by `new` in `content`; where it would have to guess, it refuses. Never throws. */
export function applyEdit(content: string, edit: Edit): EditResult {
  if (edit.old === edit.new)
    return { ok: false, error: "no_change", message: "`old` and `new` are the same." };
  const first = content.indexOf(edit.old);
  if (edit.old === "" || first < 0) {
    return { ok: false, error: "not_found", message: "`old` was not found in the file." };
  }
  if (edit.replaceAll) return { ok: true, content: content.split(edit.old).join(edit.new) };
  if (content.indexOf(edit.old, first + 1) >= 0) {
    return { ok: false, error: "ambiguous", message: "`old` occurs more than once." };
  }
  return { ok: true, content: content.slice(0, first) + edit.new + content.slice(first + edit.old.length) };
}
