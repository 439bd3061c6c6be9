import { kestrelRun, node, withFolder } from "./built-program.ts";
import { atMost, forComparison, quantile, type Row } from "./row.ts";
import { startWordServer } from "./word-server.ts";

const rounds = 15;

/** From the start of the process to its first request for a reply, beside an empty Node, one after the other. Milliseconds. */
export function measureStart(): Promise<Row[]> {
  return withFolder(async (folder) => {
    let asked = 0;
    const server = await startWordServer(async (say) => {
      asked = performance.now();
      say("Hello.");
    });
    const [starts, ends, empty]: number[][] = [[], [], []];
    try {
      for (let round = -2; round < rounds; round += 1) {
        const begin = performance.now();
        await kestrelRun(["-q", "hello", "--url", server.url], folder);
        const end = performance.now();
        await node(["-e", "0"], folder);
        // The first two fill the disk's cache and the model's profile.
        if (round < 0) continue;
        starts?.push(asked - begin);
        ends?.push(end - begin);
        empty?.push(performance.now() - end);
      }
    } finally {
      await server.close();
    }
    const spread = (values: readonly number[] = []) =>
      `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
    return [
      atMost(
        `start to first request, median of ${rounds}`,
        quantile(starts ?? [], 0.5),
        150,
        "ms",
        spread(starts),
      ),
      forComparison("  the whole run, to the end of the process", quantile(ends ?? [], 0.5), "ms"),
      forComparison(
        "  an empty Node, start to end, in the same rounds",
        quantile(empty ?? [], 0.5),
        "ms",
        spread(empty),
      ),
    ];
  });
}
