export { Application, type ApplicationParts } from "./application.ts";
export type { ModelsInUse } from "./models-in-use.ts";
export { Notices } from "./notices.ts";
export { noSuchSession, type OpenSessions } from "./sessions/open-sessions.ts";
export type { WorkspaceRules } from "./sessions/resolve-workspace.ts";
export type { SessionRules } from "./sessions/session-rules.ts";
export { type OpenSession, summaryOf } from "./sessions/session-summary.ts";
export { untilUnused } from "./until-unused.ts";
