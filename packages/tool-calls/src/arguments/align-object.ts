import { hasKey, type LooseObject, setKey } from "../json/loose-value.ts";
import { bareName, isOtherName } from "../names.ts";
import type { JSONSchema } from "../shapes.ts";

type Means = (key: string, parameter: string) => boolean;

/** The object with each unknown key that must have meant a parameter of `names` that is missing under its name. */
function renamed(value: LooseObject, names: readonly string[], known: object, means: Means): LooseObject {
  const unknown = Object.keys(value).filter((key) => !(key in known));
  const missing = unknown.length === 0 ? [] : names.filter((name) => !hasKey(value, name));
  const pairs = missing.flatMap((name) => unknown.flatMap((key) => (means(key, name) ? { key, name } : [])));
  const certain = pairs.filter(
    ({ key, name }) => pairs.filter((pair) => pair.key === key || pair.name === name).length === 1,
  );
  if (certain.length === 0) return value;
  const result: LooseObject = {};
  for (const key of Object.keys(value))
    setKey(result, certain.find((pair) => pair.key === key)?.name ?? key, value[key] ?? null);
  return result;
}

/** Other spellings first, then other names: for the parameters that must be there before those that may. `fits`: a key's value may stand there. */
export function withKnownNames(
  given: LooseObject,
  known: Readonly<Record<string, JSONSchema>>,
  required: readonly string[],
  fits: Means,
): LooseObject {
  const names = Object.keys(known);
  const needed = names.filter((name) => required.includes(name));
  const isOther: Means = (key, name) => isOtherName(key, name) && fits(key, name);
  const spelled = renamed(given, names, known, (key, name) => bareName(key) === bareName(name));
  return renamed(renamed(spelled, needed, known, isOther), names, known, isOther);
}
