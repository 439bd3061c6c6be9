import { join } from "node:path";
import { expect, it } from "vitest";
import { printedByBundle } from "./printed-by-bundle.ts";
import { fieldsOfUnasked, schemaReadings } from "./schema-readings.ts";

const root = join(import.meta.dirname, "../../..");
const readings = join(import.meta.dirname, "schema-readings.ts");
const logs = join(root, "test/replays");

it("reads with schemas that wait until they are asked as with schemas that were made at once", async () => {
  const text = `import { schemaReadings } from ${JSON.stringify(readings)};
    console.log(JSON.stringify(schemaReadings(${JSON.stringify(logs)})));`;
  const bundled = JSON.parse(await printedByBundle(text));
  expect(bundled.schemas.length).toBeGreaterThan(50);
  expect(bundled.lines.length).toBeGreaterThan(50);
  expect(bundled).toEqual(JSON.parse(JSON.stringify(schemaReadings(logs))));
});

it("keeps of a schema that nobody asked nothing but its definition", async () => {
  expect(fieldsOfUnasked()).toContain("def");
  const text = `import { fieldsOfUnasked } from ${JSON.stringify(readings)};
    console.log(JSON.stringify(fieldsOfUnasked()));`;
  expect(JSON.parse(await printedByBundle(text))).toEqual([]);
});
