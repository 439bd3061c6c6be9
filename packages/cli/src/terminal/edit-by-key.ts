import type { LineEditor } from "./line-editor.ts";

/** The keys that move and change text, as in every shell. */
const edits: Readonly<Record<string, (editor: LineEditor) => void>> = {
  backspace: (editor) => editor.backspace(),
  "ctrl+h": (editor) => editor.backspace(),
  delete: (editor) => editor.delete(),
  "ctrl+d": (editor) => editor.delete(),
  left: (editor) => editor.left(),
  "ctrl+b": (editor) => editor.left(),
  right: (editor) => editor.right(),
  "ctrl+f": (editor) => editor.right(),
  "alt+b": (editor) => editor.wordLeft(),
  "ctrl+left": (editor) => editor.wordLeft(),
  "alt+left": (editor) => editor.wordLeft(),
  "alt+f": (editor) => editor.wordRight(),
  "ctrl+right": (editor) => editor.wordRight(),
  "alt+right": (editor) => editor.wordRight(),
  home: (editor) => editor.lineStart(),
  "ctrl+a": (editor) => editor.lineStart(),
  end: (editor) => editor.lineEnd(),
  "ctrl+e": (editor) => editor.lineEnd(),
  "ctrl+k": (editor) => editor.killToLineEnd(),
  "ctrl+u": (editor) => editor.killToLineStart(),
  "ctrl+w": (editor) => editor.killWord(),
  "alt+backspace": (editor) => editor.killWord(),
  "ctrl+y": (editor) => editor.yank(),
  newline: (editor) => editor.insert("\n"),
};

/** Does what the key means to the text; false when it means nothing there. */
export function editByKey(editor: LineEditor, key: string): boolean {
  const edit = edits[key];
  edit?.(editor);
  return edit !== undefined;
}
