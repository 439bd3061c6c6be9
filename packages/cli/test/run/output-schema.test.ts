import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { UsageError } from "../../src/arguments.ts";
import { speaker } from "../../src/i18n/say.ts";
import { readOutputSchema } from "../../src/run/output-schema.ts";

it.each([
  { $async: true, type: "number" },
  { $async: 1, $schema: "http://json-schema.org/draft-07/schema#", type: "number" },
  { properties: { port: { $async: true, type: "number" } } },
  { properties: { port: { $ref: "#/$defs/port" } }, $defs: { port: { $async: true, type: "number" } } },
])("refuses %j, whose check would end after the answer was taken", async (schema) => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-schema-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "later.json");
  await writeFile(file, JSON.stringify(schema));
  const read = readOutputSchema(file, await speaker("en"));
  await expect(read).rejects.toThrow(UsageError);
  await expect(read).rejects.toThrow(/async/);
});
