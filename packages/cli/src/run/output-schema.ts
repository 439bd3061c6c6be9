import { readFile } from "node:fs/promises";
import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import type { RunStart } from "./run-start.ts";

/** The JSON schema that an answer has to match. */
export type OutputSchema = {
  schema: Record<string, unknown>;
  /** The answer's value, alone or in one fence, or why it does not match. */
  read(answer: string): { output: unknown } | { outputProblem: string };
};

/** Draft 7 with such a `$schema`, otherwise 2020-12. Throws UsageError for a file without a JSON schema. */
export async function readOutputSchema(file: string, say: Say): Promise<OutputSchema> {
  try {
    const schema = JSON.parse(await readFile(file, "utf8"));
    if (typeof schema !== "object" || schema === null || Array.isArray(schema))
      throw new TypeError("not a JSON object");
    const { Ajv, Ajv2020 } = await import("./schema-library.ts");
    const Draft = String(schema.$schema).includes("draft-07") ? Ajv : Ajv2020;
    // Strict: a misspelt keyword would have no effect. Formats are only annotations in JSON Schema.
    const ajv = new Draft({ strict: false, strictSchema: true, validateFormats: false, logger: false });
    const fits = ajv.compile(schema);
    // It would return a promise, which is truthy. The library itself rejects a nested one.
    if ("$async" in fits) throw new TypeError("$async is not supported");
    const read = (answer: string) => {
      const [, fenced] = /^```(?:json)?\n([\s\S]*)\n```$/.exec(answer.trim()) ?? [];
      try {
        const output: unknown = JSON.parse(fenced ?? answer);
        return fits(output)
          ? { output }
          : { outputProblem: ajv.errorsText(fits.errors, { dataVar: "answer" }) };
      } catch {
        // expected: plain text
        return { outputProblem: "answer is not JSON" };
      }
    };
    return { schema, read };
  } catch (error) {
    throw new UsageError(say("run.badSchema", { file, why: (error as Error).message }), { cause: error });
  }
}

/** Adds the schema's instruction to the task. */
export function withSchema({ before, op }: RunStart, { schema }: OutputSchema): RunStart {
  if (op.type !== "send-message") return { before, op };
  const wanted = "Answer with one JSON value that fits this JSON Schema, and nothing else:";
  return { before, op: { ...op, text: `${op.text}\n\n${wanted}\n${JSON.stringify(schema)}` } };
}

/** Sent to the model once, when its answer does not match. */
export function askedAgain(problem: string): string {
  return `Your answer does not fit the JSON Schema: ${problem}. Answer again, with the JSON value alone.`;
}
