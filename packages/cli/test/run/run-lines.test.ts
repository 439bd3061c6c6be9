import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { RunLine } from "../../src/run/run-lines.ts";

it("is published as a JSON schema", async () => {
  const schema = z.toJSONSchema(RunLine, { io: "input", reused: "ref", unrepresentable: "any" });
  const published = { title: "A line of kestrel run --jsonl", ...schema };
  const file = join(import.meta.dirname, "../../../../docs/public/run-jsonl.schema.json");
  await expect(`${JSON.stringify(published, null, 2)}\n`).toMatchFileSnapshot(file);
});
