import { readdirSync, readFileSync } from "node:fs";

/** What a process and its main thread have had of the processors so far. Milliseconds; undefined where the system does not tell. */
export function processorTime(pid: number): { all: number; main: number } | undefined {
  try {
    const times = readdirSync(`/proc/${pid}/task`).map((thread) => {
      const [ran = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
      return { main: Number(thread) === pid, ms: Number(ran) / 1e6 };
    });
    const sum = (some: typeof times) => some.reduce((all, { ms }) => all + ms, 0);
    return { all: sum(times), main: sum(times.filter(({ main }) => main)) };
  } catch {
    return undefined;
  }
}
