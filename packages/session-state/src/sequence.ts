const width = 32;
const bits = 5;
const mask = width - 1;

type Node<Item> = { readonly children: readonly (Node<Item> | readonly Item[])[] };
type Branch<Item> = Node<Item> | readonly Item[];

/**
 * An immutable list that is cheap to grow: append and replace copy O(log32 n) small arrays and share the rest.
 * The fold needs it: copying the whole list per event made 100k events take 16 s.
 */
export class Sequence<Item> {
  readonly length: number;
  /** Levels above the leaves; the last, not yet full leaf lives in `tail`. */
  readonly #depth: number;
  readonly #root: Node<Item>;
  readonly #tail: readonly Item[];
  readonly #first: number;

  private constructor(length: number, depth: number, root: Node<Item>, tail: readonly Item[], first: number) {
    this.length = length;
    this.#first = first;
    this.#depth = depth;
    this.#root = root;
    this.#tail = tail;
  }

  static empty<Item>(): Sequence<Item> {
    return new Sequence<Item>(0, 1, { children: [] }, [], 0);
  }

  /** `first`: the number of earlier items that are not loaded. */
  static from<Item>(items: Iterable<Item>, first = 0): Sequence<Item> {
    let depth = 1;
    while (first >> ((depth + 1) * bits) > 0) depth++;
    const absent = Array.from<Item>({ length: first & mask });
    let sequence = new Sequence<Item>(first, depth, { children: [] }, absent, first);
    for (const item of items) sequence = sequence.append(item);
    return sequence;
  }

  /** The index of the first loaded item; earlier ones count in `length` and in every index, but are not loaded. */
  get first(): number {
    return this.#first;
  }

  /** The item at `index`, or undefined outside the list. */
  at(index: number): Item | undefined {
    if (index < this.first || index >= this.length) return undefined;
    const tailStart = this.length - this.#tail.length;
    if (index >= tailStart) return this.#tail[index - tailStart];
    let branch: Branch<Item> | undefined = this.#root;
    for (let level = this.#depth; level > 0; level--) {
      branch = (branch as Node<Item>).children[(index >> (level * bits)) & mask];
    }
    return (branch as readonly Item[])[index & mask];
  }

  get last(): Item | undefined {
    return this.at(this.length - 1);
  }

  append(item: Item): Sequence<Item> {
    if (this.#tail.length < width) {
      const tail = [...this.#tail, item];
      return tail.length < width
        ? new Sequence(this.length + 1, this.#depth, this.#root, tail, this.first)
        : this.#sealed(tail);
    }
    return this.#sealed(this.#tail).append(item);
  }

  /** The same list with the item at `index` replaced. An index outside the list changes nothing. */
  replace(index: number, item: Item): Sequence<Item> {
    if (index < this.first || index >= this.length) return this;
    const tailStart = this.length - this.#tail.length;
    if (index >= tailStart) {
      const tail = this.#tail.with(index - tailStart, item);
      return new Sequence(this.length, this.#depth, this.#root, tail, this.first);
    }
    const root = replaced(this.#root, this.#depth, index, item) as Node<Item>;
    return new Sequence(this.length, this.#depth, root, this.#tail, this.first);
  }

  /** The loaded items, oldest first. */
  *[Symbol.iterator](): IterableIterator<Item> {
    for (let index = this.first; index < this.length; ) {
      const leaf = this.#leafAt(index);
      for (let at = index & mask; at < leaf.length; at++, index++) yield leaf[at] as Item;
    }
  }

  /** Those before `end`, newest first; lazy. */
  *backwards(end = this.length): IterableIterator<Item> {
    for (let index = end - 1; index >= this.first; index--) yield this.at(index) as Item;
  }

  /** The length of the common prefix; skips leaves that both share. */
  sharedLength(other: Sequence<Item>): number {
    if (this.first !== other.first) return 0;
    const most = Math.min(this.length, other.length);
    let at = this.first;
    while (at < most) {
      if ((at & mask) === 0 && at + width <= most && this.#leafAt(at) === other.#leafAt(at)) at += width;
      else if (this.at(at) === other.at(at)) at++;
      else return at;
    }
    return most;
  }

  #leafAt(index: number): readonly Item[] {
    if (index >= this.length - this.#tail.length) return this.#tail;
    let branch: Branch<Item> = this.#root;
    for (let level = this.#depth; level > 0; level--)
      branch = (branch as Node<Item>).children[(index >> (level * bits)) & mask] as Branch<Item>;
    return branch as readonly Item[];
  }

  #sealed(leaf: readonly Item[]): Sequence<Item> {
    const length = this.length - this.#tail.length + leaf.length;
    const index = length - leaf.length;
    const full = index >> ((this.#depth + 1) * bits) > 0;
    const depth = full ? this.#depth + 1 : this.#depth;
    const root: Node<Item> = full ? { children: [this.#root] } : this.#root;
    return new Sequence(length, depth, withLeaf(root, depth, index, leaf), [], this.first);
  }
}

function withLeaf<Item>(node: Node<Item>, level: number, index: number, leaf: readonly Item[]): Node<Item> {
  const slot = (index >> (level * bits)) & mask;
  const children = [...node.children];
  children[slot] =
    level === 1
      ? leaf
      : withLeaf((children[slot] as Node<Item> | undefined) ?? { children: [] }, level - 1, index, leaf);
  return { children };
}

function replaced<Item>(branch: Branch<Item>, level: number, index: number, item: Item): Branch<Item> {
  if (level === 0) return (branch as readonly Item[]).with(index & mask, item);
  const { children } = branch as Node<Item>;
  const slot = (index >> (level * bits)) & mask;
  return { children: children.with(slot, replaced(children[slot] as Branch<Item>, level - 1, index, item)) };
}
