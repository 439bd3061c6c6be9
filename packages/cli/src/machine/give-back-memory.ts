import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A larger heap takes longer to walk than the daemon may be silent: that one V8 collects by itself. Bytes. */
const mostWalked = 64 * 2 ** 20;

/** What is in use of a larger one is not moved together: to move it takes half as long again as to walk it. Bytes. */
const mostMoved = 24 * 2 ** 20;

/** What a daemon may take over a turn anyway. Bytes of resident memory. */
const usualPeak = 80 * 2 ** 20;

/** What the first walk freed is handed to the system by the second. Milliseconds. */
const againAfterMs = 500;

/** V8 looks back so far for how much is being made before it gives up room for new things. Milliseconds, and bytes of that room that are worth a walk. */
const quietAfterMs = 6_000;
const mostRoom = 4 * 2 ** 20;

/**
 * What only a start or a turn needed is given back to the system, about ten MiB: left to itself V8 waits for the next
 * thing that is done, and at rest nothing is. Each of the two walks took 12 to 27 milliseconds for a heap of 17 MB, after
 * a start and after a turn, on two busy cores. A third comes six seconds later where the room for new things is still as
 * large as a start needs it; then what is left is moved together, two MiB more of a daemon that has just started, but where
 * its peak would grow by that. Nothing where Node does not let it.
 */
export function giveBackMemory(): void {
  try {
    const collect = collector();
    const walk = () => {
      if (getHeapStatistics().used_heap_size <= mostWalked) collect();
    };
    walk();
    setTimeout(walk, againAfterMs).unref();
    const move = () => {
      const { used_heap_size: used } = getHeapStatistics();
      if (used <= mostMoved && leavesPeak(used)) under("compact-on-every-full-gc", collect);
    };
    setTimeout(() => {
      const room = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
      if (room && room.space_size > mostRoom) walk();
      // It comes last, when the rest is small.
      setTimeout(move, againAfterMs).unref();
    }, quietAfterMs).unref();
  } catch {
    // The heap shrinks when V8 finds the time.
  }
}

/** What is moved stands twice for that moment: after a turn that would be the most memory the daemon ever took. `used` in bytes. */
function leavesPeak(used: number): boolean {
  const highest = Math.max(usualPeak, process.resourceUsage().maxRSS * 1024);
  return process.memoryUsage.rss() + used <= highest;
}

/** V8's own collector; it is not left exposed to anybody else. */
function collector(): () => void {
  return under("expose-gc", () => runInNewContext("gc"));
}

/** With this flag of V8, and without it again: under other flags than Node was built with its own code is compiled anew. */
function under<Value>(flag: string, work: () => Value): Value {
  setFlagsFromString(`--${flag}`);
  try {
    return work();
  } finally {
    setFlagsFromString(`--no-${flag}`);
  }
}
