export { acquireDaemonLock, type DaemonLock, findDaemon } from "./daemon-lock/daemon-lock.ts";
export { type DataPaths, dataPaths, prepareFolders } from "./data-paths.ts";
export { jsonlArchive } from "./log/jsonl-archive.ts";
export { JsonlEventLog } from "./log/jsonl-event-log.ts";
export { readLog } from "./log/read-log.ts";
export type { Damage, StoredArchive, StoredLog } from "./log/stored-log.ts";
export { readToken, removeToken, writeToken } from "./token.ts";
