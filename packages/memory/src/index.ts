export { jsonlMemory } from "./backends/jsonl-memory.ts";
export { sqliteMemory } from "./backends/sqlite-memory.ts";
export type { MemoryBackend } from "./memory-backend.ts";
export { MemoryBook, type MemoryBookParts } from "./memory-book.ts";
export type { OpeningNotice } from "./memory-file.ts";
export { memorySource } from "./memory-source.ts";
export { refusalOf } from "./refuse-content.ts";
export { type PastSessions, sessionsSource } from "./sessions-source.ts";
