/** Elements read as one piece: a match never spans two of them. */
const pieces = "p, li, td, th, pre, summary, blockquote, h1, h2, h3, h4, h5, h6, dt, dd, figure, div";
/** Kestrel's own labels beside the messages. A search ignores them. */
const beside = "h2, button, time";

/** The ranges below `row` that contain `words`, in order and at most `most`. Ignores the case of letters. */
export function foundRanges(row: Element, words: string, most: number): Range[] {
  const wanted = lowered(words.trim());
  if (wanted === "") return [];
  const { text, nodes } = textBelow(row);
  const found: Range[] = [];
  const holding = holderOf(nodes);
  let at = text.indexOf(wanted);
  while (at >= 0 && found.length < most) {
    const end = at + wanted.length;
    const range = document.createRange();
    const first = holding(at);
    const last = holding(end - 1);
    if (!first || !last) break;
    range.setStart(first.node, at - first.from);
    range.setEnd(last.node, end - last.from);
    found.push(range);
    at = text.indexOf(wanted, end);
  }
  return found;
}

type Held = { node: Text; from: number };

/** The text below an element, and the node of each part. */
function textBelow(row: Element): { text: string; nodes: Held[] } {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  const nodes: Held[] = [];
  let text = "";
  let piece: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!(node instanceof Text) || parentElement?.closest(beside)) continue;
    const own = parentElement?.closest(pieces) ?? null;
    if (own !== piece) text += "\n";
    piece = own;
    nodes.push({ node, from: text.length });
    text += lowered(node.data);
  }
  return { text, nodes };
}

/** Returns the node that has a character; called with ascending positions, it visits each node once. */
function holderOf(nodes: readonly Held[]): (at: number) => Held | undefined {
  let index = 0;
  return (at) => {
    for (let next = nodes[index + 1]; next && next.from <= at; next = nodes[index + 1]) index++;
    return nodes[index];
  };
}

/** In lower case with the same length: a few characters would become two. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((letter) => small(letter)).join("");
}

function small(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}
