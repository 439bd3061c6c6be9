/** The part of a SQLite driver that is used here. */
export type SqlDatabase = {
  exec(sql: string): unknown;
  pragma(sql: string, options?: { simple: boolean }): unknown;
  prepare(sql: string): SqlStatement;
  transaction<Arguments extends unknown[], Result>(
    work: (...values: Arguments) => Result,
  ): (...values: Arguments) => Result;
  close(): unknown;
};
type SqlStatement = {
  get(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
  /** Returns only the first column. */
  pluck(): SqlStatement;
  run(...values: unknown[]): { changes: number; lastInsertRowid: number | bigint };
};
