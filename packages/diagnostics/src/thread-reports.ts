import { type Reported, report, reports } from "./report.ts";

/** A failure as it is sent from one thread to another. */
export type ThreadReport = { where: string; name: string; message: string; stack: string };

/** In a thread, which has no log: hands each report to `post`. */
export function forwardReports(post: (told: ThreadReport) => void): void {
  reports.subscribe((reported) => {
    const { level, where, error } = reported as Reported;
    if (level === "debug") return;
    const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    post({ where, name, message, stack });
  });
}

/** In the daemon: reports what a thread handed on. */
export function reportFromThread({ where, name, message, stack }: ThreadReport): void {
  report(where, Object.assign(new Error(message), { name, stack }));
}
