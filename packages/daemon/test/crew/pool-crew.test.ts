import { type Engine, type ModelBackend, redactorHere } from "@kestrel/core";
import { stillEngine } from "@kestrel/core/testing";
import type { EngineStatus } from "@kestrel/protocol/api";
import { expect, it } from "vitest";
import { PoolCrew } from "../../src/index.ts";

const lead = "/models/lead.gguf";
const elsewhere = "somebody's";
const seats = (path: string) =>
  (["copilot", "critic", "librarian"] as const).map((role) => ({ role, model: { path } }));

/** Seats beside a lead that says this of itself. */
async function refusedBeside(status: Partial<EngineStatus>, path = lead) {
  const engine = stillEngine({ state: "ready", ...status });
  const crew = new PoolCrew({
    redactor: redactorHere,
    lead: { engine, backend: {} as ModelBackend, is: (model) => model.path === lead },
    leadNeed: async () => undefined,
    available: () => undefined,
    now: () => 0,
    lookEveryMs: 60_000,
    about: () => ({ source: "self", label: "lead" }),
    mayAsk: async ({ path }) => path !== elsewhere,
    make: () => Promise.reject(new Error("nothing is made")),
    need: async () => undefined,
    words: () => {
      throw new Error("nothing is made");
    },
    embeddings: () => {
      throw new Error("nothing is made");
    },
  });
  const refused = await crew.refused(seats(path));
  const session = { sessionId: "s1" as never, loadout: { name: "mine", digest: "d", crew: seats(path) } };
  // What is told is what happens.
  if (path === lead)
    for (const role of ["copilot", "critic"] as const)
      expect(crew.member(role, session) === undefined).toBe(refused.some((one) => one.role === role));
  return refused.map(({ role, why }) => `${role} ${why}`);
}

const model = { label: "lead", server: "llama.cpp" } as NonNullable<EngineStatus["model"]>;

it.each([
  ["one_slot", { model: { ...model, slots: 1 } }],
  ["one_slot", { model }],
  ["slots_shared", { model: { ...model, slots: 4, limits: ["slots_shared"] } }],
  ["too_small", { model: { ...model, slots: 2, traits: { noSeat: true } } }],
  ["not_ready", {}],
] as [string, Partial<EngineStatus>][])(
  "a seat that names the lead's own model stays empty for %s",
  async (why, status) => {
    expect(await refusedBeside(status)).toEqual([
      `copilot ${why}`,
      `critic ${why}`,
      "librarian no_embeddings",
    ]);
  },
);

it("a slot to spare takes copilot and critic, and a model of its own any seat", async () => {
  expect(await refusedBeside({ model: { ...model, slots: 2 } })).toEqual(["librarian no_embeddings"]);
  expect(await refusedBeside({ model: { ...model, slots: 1 } }, "/models/other.gguf")).toEqual([]);
});

it("whoever may not be asked leaves every seat empty, and is told so", async () => {
  expect(await refusedBeside({ model }, elsewhere)).toEqual([
    "copilot place_unaccepted",
    "critic place_unaccepted",
    "librarian place_unaccepted",
  ]);
});

it("a seat that was asked is asked no more once its place may not be asked", async () => {
  let may = true;
  const made: string[] = [];
  const crew = new PoolCrew({
    redactor: redactorHere,
    lead: { engine: stillEngine({ state: "ready" }), backend: {} as ModelBackend, is: () => false },
    leadNeed: async () => undefined,
    available: () => undefined,
    now: () => 0,
    lookEveryMs: 60_000,
    about: () => ({ source: "connect", label: "elsewhere" }),
    mayAsk: async () => may,
    make: async ({ id }) => {
      made.push(id);
      return stillEngine({ state: "ready" });
    },
    need: async () => undefined,
    words: (_, engine) => ({ engine, backend: asking(engine) }),
    embeddings: () => {
      throw new Error("nothing is made");
    },
  });
  const model = { source: "connect", url: "https://author.example/v1", api_key_env: "KEY" };
  const loadout = { name: "mine", digest: "d", crew: [{ role: "copilot" as const, model }] };
  const ask = () => crew.member("copilot", { sessionId: "s1" as never, loadout })?.backend.facts();
  await ask();
  expect(made.length).toBe(1);
  may = false;
  await expect(ask()).rejects.toMatchObject({
    code: "place_unaccepted",
    params: { url: model.url, variable: "KEY" },
  });
  await crew.close();
});

/** Asks as a backend does: through the engine, each time. */
function asking(engine: Engine): ModelBackend {
  const facts = async () => {
    await engine.ready(new AbortController().signal);
    return {};
  };
  return { facts } as unknown as ModelBackend;
}
