import type { Schedule } from "@kestrel/protocol/loop";

/** A moment as data: UTC milliseconds, and the local date and time. `minute` counts from midnight. */
export type Moment = { ms: number; date: string; yesterday: string; tomorrow: string; minute: number };

/** Age after which a missed slot is skipped. Milliseconds. */
const latestMs = 6 * 3_600_000;
const dayMinutes = 24 * 60;

/** `latest`: no slot claimed under a correct clock is later, even if the clock was set back by hours since. */
export type Slot = { slot: string; latest: string; isDue: boolean };

const dayMs = dayMinutes * 60_000;

/**
 * The newest slot of a schedule, by a unique name: a local day has one, despite clock changes, and `every` has a fixed grid. Later slots
 * have greater names. `isDue`: it began at most six hours ago.
 */
export function newestSlot({ at, every }: Schedule, now: Moment): Slot {
  if (at === undefined) {
    const step = (every ?? dayMinutes) * 60_000;
    const began = Math.floor(now.ms / step) * step;
    const [slot = "", latest = ""] = [began, began + dayMs].map((ms) => `${ms}`.padStart(16, "0"));
    return { slot, latest, isDue: now.ms - began <= latestMs };
  }
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const wanted = hours * 60 + minutes;
  const isToday = now.minute >= wanted;
  const late = (isToday ? now.minute : now.minute + dayMinutes) - wanted;
  return { slot: isToday ? now.date : now.yesterday, latest: now.tomorrow, isDue: late * 60_000 <= latestMs };
}
