import { shortCount, shortWindow } from "@kestrel/text";

/** Numbers and times in one language's format. */
export type Numbers = {
  /** 41,203 */
  count(value: number): string;
  /** 41,203, or ~41,203 for an estimate. */
  marked(value: number, estimated: boolean | undefined): string;
  /** 41k: for bars, where only the magnitude matters. */
  short(value: number): string;
  /** 64k: windows are powers of two. */
  window(tokens: number): string;
  /** 98% */
  share(value: number): string;
  /** 17.3 GiB */
  bytes(value: number): string;
  /** 38 or 4.1 */
  speed(value: number): string;
  /** 4.1 s, 2 min 10 s */
  duration(ms: number): string;
  /** 14:05, with the date unless it is today. */
  time(iso: string, now: number): string;
  /** 5 min, 3 d: how long ago, for lists. */
  age(iso: string, now: number): string;
};

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export function numbersIn(locale: string): Numbers {
  const count = new Intl.NumberFormat(locale);
  const one = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const date = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
  const ago = new Intl.RelativeTimeFormat(locale, { style: "narrow", numeric: "auto" });
  const chinese = locale.startsWith("zh");
  const units = chinese ? { s: "秒", min: "分", h: "小时" } : { s: "s", min: "min", h: "h" };
  return {
    count: (value) => count.format(value),
    marked: (value, estimated) => (estimated ? "~" : "") + count.format(value),
    short: shortCount,
    window: shortWindow,
    bytes(value) {
      if (value < 1024) return `${count.format(value)} B`;
      const power = value >= 2 ** 30 ? 3 : value >= 2 ** 20 ? 2 : 1;
      const amount = value / 1024 ** power;
      return `${amount < 100 ? one.format(amount) : count.format(Math.round(amount))} ${["KiB", "MiB", "GiB"][power - 1]}`;
    },
    share: (value) => `${Math.floor(value * 100)}%`,
    speed: (value) => (value < 10 ? one.format(value) : count.format(Math.round(value))),
    duration(ms) {
      if (ms < 10_000) return `${one.format(ms / 1000)} ${units.s}`;
      const seconds = Math.round(ms / 1000);
      if (seconds < 60) return `${seconds} ${units.s}`;
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) return `${minutes} ${units.min} ${seconds % 60} ${units.s}`;
      return `${Math.floor(minutes / 60)} ${units.h} ${minutes % 60} ${units.min}`;
    },
    time(iso, now) {
      const at = new Date(iso);
      const today = new Date(now).toDateString() === at.toDateString();
      return today ? clock.format(at) : `${date.format(at)} ${clock.format(at)}`;
    },
    age(iso, now) {
      const past = Math.max(0, now - Date.parse(iso));
      if (past < minute) return ago.format(0, "second");
      if (past < hour) return ago.format(-Math.floor(past / minute), "minute");
      if (past < day) return ago.format(-Math.floor(past / hour), "hour");
      if (past < 30 * day) return ago.format(-Math.floor(past / day), "day");
      return date.format(new Date(iso));
    },
  };
}
