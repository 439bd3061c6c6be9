/** One engine of the pool. Bytes are estimates, or the engine's own figures. */
export type PooledEngine = {
  id: string;
  state: "off" | "starting" | "idle" | "busy";
  /** The main model's: its memory is always reserved, and it is never unloaded for another. */
  lead?: true;
  /** Our own process; otherwise a server that Kestrel did not start. */
  own?: true;
  /** Bytes in mapped files: the system counts them as free although reading them again would take minutes. */
  weights: number;
  /** Bytes in addition to the weights: cache and working memory. */
  rest: number;
  /** When it was last used, in milliseconds of any clock. */
  usedAt: number;
};

/** `wait`: it fits once one of those is idle. `refuse`: it never fits beside the main model; bytes. */
export type PoolPlan =
  | { kind: "start"; unload: readonly string[] }
  | { kind: "wait"; until: readonly string[] }
  | { kind: "refuse"; needs: number; room: number };

/** Most additional engines of ours, whatever their size: each uses the processor too. */
const mostBeside = 4;

/** Reserved for everything else on the machine. Bytes. */
export const poolMargin = 512 * 2 ** 20;

/**
 * The steps before an engine starts: unloads as few idle engines as possible, least recently used first. `available`: bytes that
 * the system could give now; when undefined, all fit. The main engine never waits.
 */
export function planPool(
  engines: readonly PooledEngine[],
  wanted: string,
  available: number | undefined,
): PoolPlan {
  const one = engines.find(({ id }) => id === wanted);
  if (!one) return { kind: "start", unload: [] };
  const others = engines.filter(({ id }) => id !== wanted);
  const plan = planMemory(one, others, available);
  return plan.kind === "start" && one.own && !one.lead ? withinMost(others, plan.unload) : plan;
}

/** Limits the number of engines: unloads idle ones, least recently used first, and waits when all are busy. */
function withinMost(others: readonly PooledEngine[], unload: readonly string[]): PoolPlan {
  const run = others.filter(
    ({ id, own, lead, state }) => own && !lead && state !== "off" && !unload.includes(id),
  );
  const idle = run.filter(({ state }) => state === "idle").sort((left, right) => left.usedAt - right.usedAt);
  const over = Math.max(0, run.length + 1 - mostBeside);
  if (over > idle.length) return { kind: "wait", until: run.map(({ id }) => id) };
  return { kind: "start", unload: [...unload, ...idle.slice(0, over).map(({ id }) => id)] };
}

function planMemory(
  one: PooledEngine,
  others: readonly PooledEngine[],
  available: number | undefined,
): PoolPlan {
  if (available === undefined) return { kind: "start", unload: [] };
  const free = available - poolMargin - sum(others.map(held));
  const needs = bytesOf(one);
  const { unload, room } = unloaded(others, needs - free);
  if (free + room >= needs || one.lead) return { kind: "start", unload };
  const working = others.filter(({ lead, state }) => !lead && (state === "busy" || state === "starting"));
  if (working.length > 0 && free + room + sum(working.map(bytesOf)) >= needs)
    return { kind: "wait", until: working.map(({ id }) => id) };
  return { kind: "refuse", needs, room: Math.max(0, free + room + sum(working.map(bytesOf))) };
}

/** The engines to unload when memory runs short without a new start: as few as possible, least recently used first. */
export function planPressure(
  engines: readonly PooledEngine[],
  available: number | undefined,
): readonly string[] {
  if (available === undefined) return [];
  return unloaded(engines, poolMargin + sum(engines.map(held)) - available).unload;
}

/** Enough of the idle ones for so many bytes; all of them if that is not enough. */
function unloaded(engines: readonly PooledEngine[], lacking: number): { unload: string[]; room: number } {
  const unload: string[] = [];
  let room = 0;
  const idle = engines.filter(({ lead, state }) => !lead && state === "idle");
  for (const engine of idle.sort((left, right) => left.usedAt - right.usedAt)) {
    if (room >= lacking) break;
    unload.push(engine.id);
    room += bytesOf(engine);
  }
  return { unload, room };
}

/** Bytes that the system reports as free although this engine needs them. */
function held(engine: PooledEngine): number {
  switch (engine.state) {
    case "off":
      return engine.lead ? bytesOf(engine) : 0;
    case "starting":
      return bytesOf(engine);
    case "idle":
    case "busy":
      return engine.weights;
    default:
      return engine.state satisfies never;
  }
}

const bytesOf = ({ weights, rest }: PooledEngine) => weights + rest;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
