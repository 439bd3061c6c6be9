import type { ModelBackend } from "@kestrel/core";
import { stillEngine } from "@kestrel/core/testing";
import type { EngineStatus } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { PoolCrew } from "../../src/index.ts";

const lead = "/models/lead.gguf";
const seats = (path: string) =>
  (["copilot", "critic", "librarian"] as const).map((role) => ({ role, model: { path } }));

/** Seats beside a lead that says this of itself. */
function refusedBeside(status: Partial<EngineStatus>, path = lead) {
  const engine = stillEngine({ state: "ready", ...status });
  const crew = new PoolCrew({
    lead: { engine, backend: {} as ModelBackend, is: (model) => model.path === lead },
    leadNeed: async () => undefined,
    available: () => undefined,
    now: () => 0,
    lookEveryMs: 60_000,
    about: () => ({ source: "self", label: "lead" }),
    make: () => Promise.reject(new Error("nothing is made")),
    need: async () => undefined,
    words: () => {
      throw new Error("nothing is made");
    },
    embeddings: () => {
      throw new Error("nothing is made");
    },
  });
  const refused = crew.refused(seats(path));
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
  ["demo", { model: { ...model, slots: 2, demo: true } }],
  ["not_ready", {}],
] as [string, Partial<EngineStatus>][])(
  "a seat that names the lead's own model stays empty for %s",
  (why, status) => {
    expect(refusedBeside(status)).toEqual([`copilot ${why}`, `critic ${why}`, "librarian no_embeddings"]);
  },
);

it("a slot to spare takes copilot and critic, and a model of its own any seat", () => {
  expect(refusedBeside({ model: { ...model, slots: 2 } })).toEqual(["librarian no_embeddings"]);
  expect(refusedBeside({ model: { ...model, slots: 1 } }, "/models/other.gguf")).toEqual([]);
});
