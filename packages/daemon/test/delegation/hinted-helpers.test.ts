import { delegateHelper } from "@kestrel/core";
import { callsTool, crewOf, fails, ScriptedBackend, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { givenDelegation } from "./given-delegation.ts";

const asks = (question: string) =>
  callsTool("use", { name: "delegate", action: "call", arguments: { question } });
const found = says("The gate is in src/gate.ts, line 12.");

it("a helper is answered by whom its file names of the crew, and by the lead where that one cannot", async () => {
  const [small, away] = [new ScriptedBackend([[found]]), new ScriptedBackend([[fails("unreachable")]])];
  const lead = new ScriptedBackend([
    ...[[asks("Where?")], [says("There.")]],
    ...[[asks("And now?")], [found], [says("Done.")]],
  ]);
  const members = { larger: small };
  const helpers = [{ ...delegateHelper, hint: "larger" as const }];
  const given = await givenDelegation({ backend: lead, helpers, crew: crewOf(members) });
  const { says: person, bodies, children } = given;
  await person("Find it.");
  expect([small.prompts.length, lead.prompts.length]).toEqual([1, 2]);
  members.larger = away;
  await person("Again.");
  expect(lead.prompts).toHaveLength(5);
  const ends = (await children()).flatMap(({ id }) => bodies(id).filter(({ type }) => type === "turn.ended"));
  expect(ends).toMatchObject([{ reason: "done" }, { reason: "done" }]);
});
