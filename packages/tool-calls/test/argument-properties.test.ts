import { describe, it } from "vitest";
import { argumentCases, schemaOf } from "./argument-cases.ts";
import { nothingInvented, stillRefused } from "./argument-properties.ts";

const refused = argumentCases
  .filter(([trouble]) => ["inventions", "lost-marks", "lists-and-groups"].includes(trouble))
  .flatMap(([, cases]) => cases)
  .filter((one) => one.class === "negative")
  .map((one) => ({ text: one.input.text, schema: schemaOf(one) }));

// The same with many more runs: `pnpm test:soak`. The seed is printed with a failure.
describe("repaired arguments", () => {
  it("fit their schema and hold no text that was not in the input", () => nothingInvented(1500));
  it("stay refused, however wrapped, where there are two readings", () => stillRefused(refused, 300));
});
