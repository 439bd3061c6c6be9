import type { MemoryRow } from "@kestrel/protocol/api";

/** Rows by their scope with their key, and with their words in any case. */
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

  /** The row with the same words, the key that a fact is kept under, and the row that has it. */
  like(fact: { key?: string; content: string; workspace?: string }, digest: (text: string) => string) {
    const words = fact.content.toLowerCase();
    const equal = this.#rows.get(place(fact, "words", words));
    const key = fact.key ?? equal?.key ?? digest(words).slice(0, 12);
    return { equal, key, keyed: this.#rows.get(place(fact, "key", key)) };
  }

  /** The key of a fact that a person tells: what another row was corrected from is a fact of its own again. */
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

/** Whether a row that a person put in force is newer than what a file says under its key. */
export const isNewer = (row: MemoryRow | undefined, at = "") =>
  row !== undefined && row.source !== "proposed" && row.updatedAt >= at;
