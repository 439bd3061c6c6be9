import { fakeTool } from "@kestrel/core/testing";

/** Reads a file under the name the test wants, with a bound that must be a whole number. */
export const limitedRead = (name: string) =>
  fakeTool({
    name,
    risk: "read",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, limit: { type: "integer" } },
      required: ["path"],
    },
    run: ({ path }) => ({ outcome: "ok", content: `text of ${path}` }),
  });
