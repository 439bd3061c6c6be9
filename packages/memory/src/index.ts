export { rowsIn, textOfRows } from "./backends/jsonl-file.ts";
export { jsonlMemory } from "./backends/jsonl-memory.ts";
export { noMemory } from "./backends/no-memory.ts";
export { type SqlDatabase, sqliteMemory } from "./backends/sqlite-memory.ts";
export type { MemoryBackend, MemoryFilter, RecalledRow } from "./memory-backend.ts";
export { refusalOf } from "./refuse-content.ts";
