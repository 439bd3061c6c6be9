import type { LineEditor } from "./line-editor.ts";

/** Keys that move and edit, as in common shells, by their action. */
const keysOf = {
  backspace: ["backspace", "ctrl+h"],
  delete: ["delete", "ctrl+d"],
  left: ["left", "ctrl+b"],
  right: ["right", "ctrl+f"],
  wordLeft: ["alt+b", "ctrl+left", "alt+left"],
  wordRight: ["alt+f", "ctrl+right", "alt+right"],
  lineStart: ["home", "ctrl+a"],
  lineEnd: ["end", "ctrl+e"],
  killToLineEnd: ["ctrl+k"],
  killToLineStart: ["ctrl+u"],
  killWord: ["ctrl+w", "alt+backspace"],
  killWordRight: ["alt+d", "ctrl+delete"],
  transpose: ["ctrl+t"],
  undo: ["ctrl+_"],
  yank: ["ctrl+y"],
} satisfies Partial<Record<keyof LineEditor, readonly string[]>>;

const edits = new Map(
  Object.entries(keysOf).flatMap(([edit, keys]) => keys.map((key) => [key, edit as keyof typeof keysOf])),
);

/** Applies the key to the text; false when it has no binding. */
export function editByKey(editor: LineEditor, key: string): boolean {
  const edit = edits.get(key);
  if (edit) editor[edit]();
  else if (key === "newline" || key === "alt+enter") editor.insert("\n");
  else return false;
  return true;
}
