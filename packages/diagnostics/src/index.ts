export { absent } from "./absent.ts";
export { type DaemonLog, logFileIn, openDaemonLog } from "./daemon-log.ts";
export { entriesIn, followEntries, type Wanted } from "./read-entries.ts";
export { passOver, report, reportUnexpected } from "./report.ts";
export { forwardReports, reportFromThread, type ThreadReport } from "./thread-reports.ts";
export { withoutSecrets } from "./without-secrets.ts";
