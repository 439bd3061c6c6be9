import { measureSearch } from "../../packages/store/test/search/measure-search.ts";
import { withFolder } from "./built-program.ts";
import { atMost, forComparison, type Row } from "./row.ts";

/** Search over a thousand sessions of 500 events each, common words and rare ones, a seventh of them Chinese. */
export function measureSearches(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const seed = 20_261_128;
    const { worstMs, medianMs, share, logBytes, buildMs, longestBlockMs } = await measureSearch(folder, {
      ...{ sessions: 1_000, events: 500, seed },
    });
    const logs = `logs of ${(logBytes / 1e6).toFixed(0)} MB, seed ${seed}`;
    return [
      atMost("search, slowest of 40 queries", worstMs, 50, "ms", `${medianMs.toFixed(1)} the middle one`),
      atMost("  its index, of the logs", share * 100, 30, "%", logs),
      forComparison("  making the index", buildMs, "ms"),
      atMost("  longest block of the event loop", longestBlockMs, 100, "ms"),
    ];
  });
}
