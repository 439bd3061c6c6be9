/** The start of a separate block after an item: a heading, a quote, a table, a comment, a rule. */
const block = /^(?:#{1,6}\s|>|\||<!--|(?:[-*_] ?){3,}$)/;
const item = /^(?:[-*+]|\d{1,9}[.)])(?: +|\t+)(\S.*)$/;

/**
 * The list items of a Markdown text, each as one line with its starting line number. An item ends at an empty line, the next item or
 * another block; fenced text is ignored. Linear in the text.
 */
export function listItems(text: string): { line: number; content: string }[] {
  const items: { line: number; parts: string[] }[] = [];
  let fence: string | undefined;
  let open = false;
  for (const [at, written] of text.split("\n").entries()) {
    const said = written.trim();
    const mark = /^(`{3,}|~{3,})/.exec(said)?.[1];
    if (mark !== undefined && (fence === undefined || (said === mark && mark.startsWith(fence)))) {
      fence = fence === undefined ? mark : undefined;
      open = false;
    } else if (fence !== undefined) continue;
    else {
      const content = block.test(said) ? undefined : item.exec(said)?.[1];
      if (content !== undefined) items.push({ line: at + 1, parts: [content] });
      else if (open && said !== "" && !block.test(said)) items.at(-1)?.parts.push(said);
      open = content !== undefined || (open && said !== "" && !block.test(said));
    }
  }
  return items.map(({ line, parts }) => ({ line, content: parts.join(" ") }));
}
