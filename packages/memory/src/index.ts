export { rowsIn, textOfRows } from "./backends/jsonl-file.ts";
export { jsonlMemory } from "./backends/jsonl-memory.ts";
export { noMemory } from "./backends/no-memory.ts";
export { type SqlDatabase, sqliteMemory } from "./backends/sqlite-memory.ts";
export type { MemoryBackend, MemoryFilter, RecalledRow } from "./memory-backend.ts";
export { MemoryBook, type MemoryBookParts } from "./memory-book.ts";
export { hasMemory, memoryFiles, type OpenDatabase, type OpeningNotice } from "./memory-file.ts";
export { memorySource } from "./memory-source.ts";
export { refusalOf } from "./refuse-content.ts";
