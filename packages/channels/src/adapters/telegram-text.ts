/** A run of a text that is shown as code, or strong. Offsets are UTF-16 units, as Telegram counts. */
export type Entity = { type: "pre" | "code" | "bold"; offset: number; length: number };

const marks = /```[^\n`]*\n([\s\S]*?)\n?```|`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;

/** The text of Markdown with its marks as entities. An unclosed mark stays as it is. */
export function withEntities(markdown: string): { text: string; entities: Entity[] } {
  const entities: Entity[] = [];
  let text = "";
  let read = 0;
  for (const found of markdown.matchAll(marks)) {
    const [whole, block, code, strong] = found;
    text += markdown.slice(read, found.index);
    const words = block ?? code ?? strong ?? "";
    const type = block !== undefined ? "pre" : code !== undefined ? "code" : "bold";
    if (words !== "") entities.push({ type, offset: text.length, length: words.length });
    text += words;
    read = found.index + whole.length;
  }
  return { text: text + markdown.slice(read), entities };
}
