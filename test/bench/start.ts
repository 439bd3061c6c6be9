import { join } from "node:path";
import { endBackground } from "../daemon/end-background.ts";
import { benchFolder, kestrelRun, node, program, withFolder } from "./built-program.ts";
import { runPeer } from "./peer.ts";
import { processorTime } from "./processor-time.ts";
import { atMost, forComparison, quantile, type Row } from "./row.ts";
import { startWordServer } from "./word-server.ts";

const rounds = 15;

/** Milliseconds, a number for each round: from the start of the process to its first request, its processor time until then, and its end. */
type Starts = {
  built: string;
  folder: string;
  asked: number[];
  /** To the first request of a run that joins the daemon of the one before. */
  joined: number[];
  main: number[];
  all: number[];
  ended: number[];
};

/**
 * From the start of the process to its first request for a reply, beside an empty Node, one after the other. Milliseconds. A program that
 * `KESTREL_BESIDE` names, an earlier build, and the command in `KESTREL_PEER`, another agent, are started in the same rounds.
 */
export function measureStart(): Promise<Row[]> {
  return withFolder(async (place) => {
    const startsOf = async (built: string, name: string): Promise<Starts> => {
      const folder = await benchFolder(join(place, name));
      return { built, folder, asked: [], joined: [], main: [], all: [], ended: [] };
    };
    const own = await startsOf(program, "own");
    const other = process.env.KESTREL_BESIDE;
    const beside = other === undefined ? [] : [await startsOf(other, "beside")];
    const empty: number[] = [];
    const peer = process.env.KESTREL_PEER;
    const peers: number[] = [];
    let pid = 0;
    let request = { at: 0, time: processorTime(0) };
    const server = await startWordServer(async (say) => {
      request = { at: performance.now(), time: processorTime(pid) };
      say("Hello.");
    });
    const onStart = (started: number) => {
      pid = started;
    };
    try {
      // The first two fill the disk's cache and the model's profile.
      for (let round = -2; round < rounds; round += 1) {
        for (const { built, folder, asked, joined, main, all, ended } of [own, ...beside]) {
          const run = async () => {
            const begin = performance.now();
            await kestrelRun(["-q", "hello", "--url", server.url], folder, { built, onStart });
            return { toRequest: request.at - begin, toEnd: performance.now() - begin };
          };
          const { toRequest, toEnd } = await run();
          const { time } = request;
          const again = await run();
          await endBackground(join(folder, "data"));
          if (round < 0) continue;
          ended.push(toEnd);
          asked.push(toRequest);
          joined.push(again.toRequest);
          main.push(time?.main ?? Number.NaN);
          all.push(time?.all ?? Number.NaN);
        }
        if (peer !== undefined) {
          const begin = performance.now();
          await runPeer(peer, own.folder, server.url);
          if (round >= 0) peers.push(request.at - begin);
        }
        const begin = performance.now();
        await node(["-e", "0"], own.folder);
        if (round >= 0) empty.push(performance.now() - begin);
      }
    } finally {
      await server.close();
    }
    const middle = (values: readonly number[]) => quantile(values, 0.5);
    return [
      atMost(`start to first request, median of ${rounds}`, middle(own.asked), 150, "ms", spread(own.asked)),
      forComparison("  joining the daemon of the run before", middle(own.joined), "ms", spread(own.joined)),
      ...timeOf(own, "its processor time until then"),
      ...beside.flatMap((one) => [
        forComparison("  another build, in the same rounds", middle(one.asked), "ms", spread(one.asked)),
        forComparison("  the other build, once more", middle(one.joined), "ms", spread(one.joined)),
        ...timeOf(one, "the other build's processor time"),
      ]),
      ...(peer === undefined
        ? []
        : [forComparison("  a peer, in the same rounds", middle(peers), "ms", spread(peers))]),
      forComparison("  the whole run, to the end of the process", middle(own.ended), "ms"),
      forComparison("  an empty Node, start to end, in the same rounds", middle(empty), "ms", spread(empty)),
    ];
  });
}

const spread = (values: readonly number[]) =>
  `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;

/** Hardly different on a machine that does other work at the same time. */
function timeOf({ main, all }: Starts, what: string): Row[] {
  if (main.some(Number.isNaN)) return [];
  const every = `${Math.round(quantile(all, 0.5))} of all threads`;
  return [forComparison(`  ${what}, main thread`, quantile(main, 0.5), "ms", every)];
}
