import { describe, expect, it } from "vitest";
import { type PooledEngine, planPool, planPressure, poolMargin } from "../../src/index.ts";

const gib = 2 ** 30;
const engine = (id: string, state: PooledEngine["state"], weights: number, usedAt = 0): PooledEngine => ({
  ...{ id, state, usedAt },
  ...(id === "lead" && { lead: true as const }),
  weights: weights * gib,
  rest: gib,
});
const lead = engine("lead", "idle", 8);
/** Over the margin, in GiB. */
const free = (over: number) => poolMargin + over * gib;

type Row = {
  story: string;
  engines: PooledEngine[];
  available: number | undefined;
  plan: ReturnType<typeof planPool>;
};

const rows: Row[] = [
  {
    story: "fits beside the lead, whose weights have to stay in memory",
    engines: [lead, engine("c", "off", 2)],
    available: free(11),
    plan: { kind: "start", unload: [] },
  },
  {
    story: "does not fit by a byte",
    engines: [lead, engine("c", "off", 2)],
    available: free(11) - 1,
    plan: { kind: "refuse", needs: 3 * gib, room: 3 * gib - 1 },
  },
  {
    story: "fits beside a lead that does not run now: its place is kept",
    engines: [engine("lead", "off", 8), engine("c", "off", 2)],
    available: free(12),
    plan: { kind: "start", unload: [] },
  },
  {
    story: "would take the place of a lead that does not run now",
    engines: [engine("lead", "off", 8), engine("c", "off", 2)],
    available: free(11),
    plan: { kind: "refuse", needs: 3 * gib, room: 2 * gib },
  },
  {
    story: "takes the place of the one that is idle",
    engines: [lead, engine("old", "idle", 2), engine("c", "off", 2)],
    available: free(10),
    plan: { kind: "start", unload: ["old"] },
  },
  {
    story: "unloads the one used longest ago first, and no more than it has to",
    engines: [lead, engine("new", "idle", 2, 9), engine("old", "idle", 2, 1), engine("c", "off", 2)],
    available: free(12),
    plan: { kind: "start", unload: ["old"] },
  },
  {
    story: "unloads both where one is not enough",
    engines: [lead, engine("new", "idle", 2, 9), engine("old", "idle", 2, 1), engine("c", "off", 5)],
    available: free(12),
    plan: { kind: "start", unload: ["old", "new"] },
  },
  {
    story: "waits for the one that works",
    engines: [lead, engine("busy", "busy", 2), engine("c", "off", 2)],
    available: free(10),
    plan: { kind: "wait", until: ["busy"] },
  },
  {
    story: "waits for the one that starts: what it will take is not taken yet",
    engines: [lead, engine("starts", "starting", 2), engine("c", "off", 2)],
    available: free(13),
    plan: { kind: "wait", until: ["starts"] },
  },
  {
    story: "never fits, even if all others went",
    engines: [lead, engine("busy", "busy", 2), engine("idle", "idle", 1), engine("c", "off", 20)],
    available: free(11),
    plan: { kind: "refuse", needs: 21 * gib, room: 5 * gib },
  },
  {
    story: "is started where the system does not say what is free",
    engines: [lead, engine("c", "off", 900)],
    available: undefined,
    plan: { kind: "start", unload: [] },
  },
  {
    story: "takes no memory of ours: somebody else's server",
    engines: [lead, { ...engine("c", "off", 0), rest: 0 }],
    available: free(8),
    plan: { kind: "start", unload: [] },
  },
];

describe("an engine that wants to start beside the lead", () => {
  it.each(rows)("$story", ({ engines, available, plan }) => {
    expect(planPool(engines, "c", available)).toEqual(plan);
  });

  it("waits for nobody when it is the lead: what is idle goes, and what works is left", () => {
    const engines = [engine("lead", "starting", 8), engine("idle", "idle", 2), engine("busy", "busy", 2)];
    expect(planPool(engines, "lead", free(1))).toEqual({ kind: "start", unload: ["idle"] });
  });
});

describe("more programs than there may be beside the lead", () => {
  const own = (id: string, state: PooledEngine["state"], usedAt = 0) => ({
    ...engine(id, state, 0, usedAt),
    own: true as const,
  });
  const three = [own("a", "busy"), own("b", "busy"), own("c2", "idle", 2)];
  it.each([
    ["a fourth starts", [lead, ...three, own("c", "off")], { kind: "start", unload: [] }],
    [
      "a fifth takes the place of the idle one used longest ago",
      [lead, ...three, own("d", "idle", 1), own("c", "off")],
      { kind: "start", unload: ["d"] },
    ],
    [
      "a fifth waits where all work",
      [lead, ...three.slice(0, 2), own("d", "busy"), own("e", "starting"), own("c", "off")],
      { kind: "wait", until: ["a", "b", "d", "e"] },
    ],
    [
      "somebody else's server is no program of ours",
      [lead, ...three, own("d", "busy"), engine("c", "off", 0)],
      { kind: "start", unload: [] },
    ],
  ] as const)("%s", (_, engines, plan) => {
    expect(planPool(engines, "c", undefined)).toEqual(plan);
    expect(planPool(engines, "c", free(100))).toEqual(plan);
  });
});

describe("memory that becomes short while nobody starts", () => {
  const engines = [lead, engine("new", "idle", 2, 9), engine("old", "idle", 2, 1), engine("busy", "busy", 1)];
  it.each([
    ["enough is left", free(13), []],
    ["something is lacking", free(13) - 1, ["old"]],
    ["more is lacking than one takes", free(9), ["old", "new"]],
    ["more is lacking than all that are idle take: whoever works goes on", free(0), ["old", "new"]],
    ["the system does not say", undefined, []],
  ])("%s", (_, available, unload) => {
    expect(planPressure(engines, available)).toEqual(unload);
  });
});
