import { join } from "node:path";
import type { Moment } from "@kestrel/core";
import { type Notices, ScheduleRuns } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import { type DataPaths, readSchedules, scheduleSlots } from "@kestrel/store";

/** The schedules of the user's file, read anew each time. */
export function composeSchedules(paths: DataPaths, notices: Notices, busy: () => boolean): ScheduleRuns {
  const wrong = (name: string) => notices.add({ code: "schedule_wrong", params: { name } });
  return new ScheduleRuns({
    list: async () =>
      (await readSchedules(paths.configFile, wrong).catch(passOver("reading the schedules"))) ?? [],
    now: () => momentOf(new Date()),
    claim: scheduleSlots(join(paths.data, "schedules")),
    busy,
    tell: (name, session, isCut) =>
      notices.add({ code: isCut ? "schedule_cut" : "schedule_over", params: { name, session } }),
  });
}

function momentOf(now: Date): Moment {
  const day = (date: Date) =>
    [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => `${part}`.padStart(2, "0"))
      .join("-");
  const beside = (days: number) => day(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
  const minute = now.getHours() * 60 + now.getMinutes();
  return { ms: now.getTime(), date: day(now), yesterday: beside(-1), tomorrow: beside(1), minute };
}
