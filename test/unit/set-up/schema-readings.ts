import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as protocol from "@kestrel/protocol";
import { readEvent } from "@kestrel/session-state";
import { z } from "zod";

type Tree = { name: string; children: Tree[] };
const Tree: z.ZodType<Tree> = z.object({
  name: z.string().min(1),
  get children() {
    return z.array(Tree);
  },
});
const First = z.object({ kind: z.literal("first"), count: z.int().min(1).max(3).optional() });
const Second = First.extend({ kind: z.literal("second"), words: z.array(z.string().min(1)).max(2) });
const Third = z.strictObject({
  kind: z.literal(["third", "fourth"]),
  way: z.enum(["up", "down"]).transform((way) => way.length),
  of: z.record(z.string(), z.number().nullable()).default({}),
});
const schemas = {
  Tree,
  Second,
  Third,
  Either: z.discriminatedUnion("kind", [First, Second, Third]),
  Any: z.union([First.pick({ count: true }).required(), z.string(), z.null()]),
  Loose: Second.partial().omit({ words: true }).loose().describe("some of it"),
  Checked: First.refine(({ count }) => count !== 2, "not two").meta({ title: "checked" }),
};

const values: readonly unknown[] = [
  { kind: "first" },
  { kind: "first", count: 2, more: 1 },
  { kind: "first", count: 9 },
  { kind: "second", words: ["a", ""] },
  { kind: "third", way: "down", of: { a: 1, b: null } },
  { kind: "fourth", way: "down" },
  { kind: "third", way: "left", more: true },
  { kind: "fifth" },
  { name: "a", children: [{ name: "b", children: [] }] },
  { name: "a", children: [{ name: "", children: 3 }] },
  { count: 1 },
  "text",
  null,
  [],
];

/** What the schemas of the protocol, and some of every kind, say of themselves, of values and of the logs in this folder. */
export function schemaReadings(logs: string): unknown {
  const all = Object.entries({ ...protocol, ...schemas })
    .filter(([, one]) => isSchema(one))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const files = readdirSync(logs).filter((file) => file.endsWith(".jsonl"));
  return {
    schemas: all.map(([name, one]) => {
      const schema = one as z.ZodType;
      const forms = (["input", "output"] as const).map((io) =>
        z.toJSONSchema(schema, { io, unrepresentable: "any" }),
      );
      return [name, schema.type, forms, values.map((value) => schema.safeParse(value))];
    }),
    kinds: [First.shape.kind.value, schemas.Either.options.length, First.shape.count.unwrap().minValue],
    known: [First instanceof z.ZodObject, First instanceof z.ZodArray, schemas.Loose.description],
    lines: files.flatMap((file) =>
      readFileSync(join(logs, file), "utf8").trimEnd().split("\n").map(readEvent),
    ),
  };
}

/** The fields that an object's schema holds when nobody has asked it for anything. */
export function fieldsOfUnasked(): readonly string[] {
  z.object({ first: z.string() });
  return Object.getOwnPropertyNames(z.object({ second: z.string() }));
}

const isSchema = (one: unknown) => typeof one === "object" && one !== null && "_zod" in one;
