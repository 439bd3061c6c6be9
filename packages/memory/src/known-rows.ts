import type { MemoryRow } from "@kestrel/protocol/api";

/** Rows by scope and key, and by their words ignoring case. */
export class KnownRows {
  readonly #rows = new Map<string, MemoryRow>();
  count = 0;

  constructor(rows: readonly MemoryRow[]) {
    for (const row of rows) this.meet(row);
  }

  meet(row: MemoryRow): void {
    if (!this.#rows.has(place(row, "key", row.key))) this.count += 1;
    this.#rows.set(place(row, "key", row.key), row);
    this.#rows.set(place(row, "words", row.content.toLowerCase()), row);
  }

  /** The row with the same words, the key of the fact, and the row that has that key. */
  like(fact: { key?: string; content: string; workspace?: string }, digest: (text: string) => string) {
    const words = fact.content.toLowerCase();
    const equal = this.#rows.get(place(fact, "words", words));
    const key = fact.key ?? equal?.key ?? digest(words).slice(0, 12);
    return { equal, key, keyed: this.#rows.get(place(fact, "key", key)) };
  }

  /** The key of a user's fact: the text that another row was corrected from counts as a separate fact again. */
  keyOf(
    fact: { key?: string; content: string; workspace?: string },
    digest: (text: string) => string,
  ): string {
    let { equal, key, keyed } = this.like(fact, digest);
    while (fact.key === undefined && !equal && keyed) {
      key = digest(key).slice(0, 12);
      keyed = this.#rows.get(place(fact, "key", key));
    }
    return key;
  }
}

const place = ({ workspace = "" }: { workspace?: string }, what: "key" | "words", text: string) =>
  `${what}\n${workspace}\n${text}`;

/** Whether a row that the user accepted is newer than a file's entry with its key. */
export const isNewer = (row: MemoryRow | undefined, at = "") =>
  row !== undefined && row.source !== "proposed" && row.updatedAt >= at;
