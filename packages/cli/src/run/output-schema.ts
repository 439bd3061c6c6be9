import { readFile } from "node:fs/promises";
import { UsageError } from "../arguments.ts";
import type { Say } from "../i18n/say.ts";
import type { RunStart } from "./run-start.ts";

/** The JSON schema that an answer has to fit. */
export type OutputSchema = {
  schema: Record<string, unknown>;
  /** The value that an answer is, alone or in one fence, or why it does not fit. */
  read(answer: string): { output: unknown } | { outputProblem: string };
};

/** Draft 7 where `$schema` says so, else 2020-12. Throws UsageError for a file that holds no JSON schema. */
export async function readOutputSchema(file: string, say: Say): Promise<OutputSchema> {
  try {
    const schema = JSON.parse(await readFile(file, "utf8"));
    if (typeof schema !== "object" || schema === null || Array.isArray(schema))
      throw new TypeError("not a JSON object");
    const { Ajv, Ajv2020 } = await import("./schema-library.ts");
    const Draft = String(schema.$schema).includes("draft-07") ? Ajv : Ajv2020;
    // A misspelt keyword would demand nothing; formats are remarks in JSON Schema.
    const ajv = new Draft({ strict: false, strictSchema: true, validateFormats: false, logger: false });
    const fits = ajv.compile(schema);
    // It would promise an answer, and a promise is true. The library itself refuses one that stands deeper.
    if ("$async" in fits) throw new TypeError("$async is not supported");
    const read = (answer: string) => {
      const [, fenced] = /^```(?:json)?\n([\s\S]*)\n```$/.exec(answer.trim()) ?? [];
      try {
        const output: unknown = JSON.parse(fenced ?? answer);
        return fits(output)
          ? { output }
          : { outputProblem: ajv.errorsText(fits.errors, { dataVar: "answer" }) };
      } catch {
        // expected: words
        return { outputProblem: "answer is not JSON" };
      }
    };
    return { schema, read };
  } catch (error) {
    throw new UsageError(say("run.badSchema", { file, why: (error as Error).message }), { cause: error });
  }
}

/** What the model is asked for, behind the task. */
export function withSchema({ before, op }: RunStart, { schema }: OutputSchema): RunStart {
  if (op.type !== "send-message") return { before, op };
  const wanted = "Answer with one JSON value that fits this JSON Schema, and nothing else:";
  return { before, op: { ...op, text: `${op.text}\n\n${wanted}\n${JSON.stringify(schema)}` } };
}

/** What it is told once, when its answer does not fit. */
export function askedAgain(problem: string): string {
  return `Your answer does not fit the JSON Schema: ${problem}. Answer again, with the JSON value alone.`;
}
