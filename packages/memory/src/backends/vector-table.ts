import type { VectorTable } from "../memory-backend.ts";
import type { SqlDatabase } from "./sql-database.ts";

/** One per row, and some of a second model. */
const mostKept = 12_000;

export function vectorTable(database: SqlDatabase, most = mostKept): VectorTable {
  database.exec(
    "CREATE TABLE IF NOT EXISTS vectors (digest TEXT, model TEXT, used INTEGER, vector BLOB, PRIMARY KEY (digest, model)); CREATE INDEX IF NOT EXISTS vectors_used ON vectors (used);",
  );
  const listed = "model = ? AND digest IN (SELECT value FROM json_each(?))";
  const select = database.prepare(`SELECT digest, vector FROM vectors WHERE ${listed}`);
  const touch = database.prepare(`UPDATE vectors SET used = ? WHERE ${listed}`);
  const insert = database.prepare(
    "INSERT OR REPLACE INTO vectors (digest, model, used, vector) VALUES (?, ?, ?, ?)",
  );
  const evict = database.prepare(
    "DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors ORDER BY used, rowid LIMIT max(0, (SELECT count(*) FROM vectors) - ?))",
  );
  const remove = database.prepare("DELETE FROM vectors WHERE digest = ?");
  const removeAll = database.prepare("DELETE FROM vectors WHERE model = ?");
  const newest = database.prepare("SELECT coalesce(max(used), 0) FROM vectors").pluck();
  /** A counter instead of a clock: only the order matters. */
  const next = () => Number(newest.get()) + 1;
  return {
    get(model, digests) {
      const wanted = JSON.stringify(digests);
      const found = select.all(model, wanted) as { digest: string; vector: Uint8Array }[];
      if (found.length > 0) touch.run(next(), model, wanted);
      return new Map(found.map(({ digest, vector }) => [digest, new Float32Array(vector.slice().buffer)]));
    },
    put: database.transaction((model: string, vectors: ReadonlyMap<string, readonly number[]>) => {
      const used = next();
      for (const [digest, vector] of vectors)
        insert.run(digest, model, used, new Uint8Array(Float32Array.from(vector).buffer));
      evict.run(most);
    }),
    drop: (digest) => void remove.run(digest),
    clear: (model) => void removeAll.run(model),
  };
}
