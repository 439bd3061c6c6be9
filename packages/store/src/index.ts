export { readChannelEntries, readChannelEntry } from "./channels/channel-entries.ts";
export { addChannelEntry, removeChannelEntry } from "./channels/edit-channels.ts";
export { builtEnding } from "./config/built-ending.ts";
export { builtText, digestOfLoadout, type LoadoutPast, readBuiltLoadout } from "./config/built-loadout.ts";
export { byHand, changeSetting } from "./config/change-setting.ts";
export { type Config, type ConfigSources, loadConfig } from "./config/load-config.ts";
export { type Loadout, loadLoadout, modeUnder } from "./config/load-loadout.ts";
export { loadoutNotices } from "./config/loadout-notices.ts";
export { type ModelChoice, modelChoice } from "./config/model-choice.ts";
export { writeSettled } from "./config/rewrite-config.ts";
export { kinds } from "./config/setting-kinds.ts";
export {
  isSettingKey,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settingRow,
} from "./config/setting-table.ts";
export { workspaceConfigNotice } from "./config/workspace-config.ts";
export type { DaemonFacts } from "./daemon-lock/ask-holder.ts";
export {
  acquireDaemonLock,
  type DaemonLock,
  findDaemon,
  findSilentDaemon,
  lockStart,
} from "./daemon-lock/daemon-lock.ts";
export {
  type DataPaths,
  dataPaths,
  otherDataFolders,
  prepareFolders,
  proveWritable,
  unwritableFolder,
} from "./data-paths.ts";
export { helperBook, type UserHelpers } from "./delegation/helper-book.ts";
export { deviceFile } from "./device-file.ts";
export { readBounded } from "./files/read-bounded.ts";
export { realPath } from "./files/real-path.ts";
export { readHookEntries } from "./hooks/hook-entries.ts";
export { openDatabase } from "./index-db/open-database.ts";
export { type StoredCatalog, sessionCatalog } from "./index-db/session-catalog.ts";
export { type KeptCertificate, keptCertificate } from "./kept-certificate.ts";
export { keptPort } from "./kept-port.ts";
export { keptRows } from "./kept-rows.ts";
export { draftLoadout } from "./loadouts/draft-loadout.ts";
export { loadoutOfNextStart } from "./loadouts/loadout-of-next-start.ts";
export { type LoadoutPlaces, leavingSeatsOf, loadoutPlaces } from "./loadouts/loadout-places.ts";
export { type LoadoutShelf, loadoutShelf } from "./loadouts/loadout-shelf.ts";
export { missingFiles } from "./loadouts/missing-files.ts";
export { loadoutText } from "./loadouts/put-aside.ts";
export { exportLoadout, type ImportedLoadout, importLoadout, writeNew } from "./loadouts/share-loadout.ts";
export { unsetVariables } from "./loadouts/unset-variables.ts";
export { jsonlArchive } from "./log/jsonl-archive.ts";
export { JsonlEventLog } from "./log/jsonl-event-log.ts";
export { listLogs } from "./log/list-logs.ts";
export { loopArchive } from "./log/loop-archive.ts";
export { readLog } from "./log/read-log.ts";
export { readSchedules, scheduleSlots } from "./log/schedule-slots.ts";
export { makeProjectData } from "./make-project-data.ts";
export { addServerEntry, removeServerEntry } from "./mcp/edit-servers.ts";
export { type ImportedServers, importServers } from "./mcp/import-servers.ts";
export { mcpBook } from "./mcp/mcp-book.ts";
export { type ModelMemory, modelMemory, type RememberedModels } from "./models/model-memory.ts";
export { permissionBook } from "./permissions/permission-book.ts";
export { profileFolder } from "./profiles/profile-folder.ts";
export { userLibrary } from "./prompts/user-library.ts";
export { sessionSearch } from "./search/session-search.ts";
export { freeStorage } from "./storage/free-storage.ts";
export { measureStorage } from "./storage/measure-storage.ts";
export { eraseTypedLines, tracesOfWords } from "./storage/traces-of-words.ts";
export { lastEnd, readToken, removeToken, writeToken } from "./token.ts";
export { digestOfHook } from "./trust/workspace-hooks.ts";
export { trustsHooks, workspaceTrust } from "./trust/workspace-trust.ts";
