import { endsCall } from "./bare-text.ts";
import { type Fuel, fuelFor } from "./blanks.ts";
import type { StringPlace } from "./closing-quote.ts";
import { JsonReader } from "./json-reader.ts";
import type { JsonReading } from "./json-reading.ts";
import type { LooseValue } from "./loose-value.ts";

/** `keys`: the names that the schema knows, by which a lost quote is told from text; `any` where there is none. */
export type ReadSettings = {
  limit?: number;
  fuel?: Fuel;
  python?: boolean;
  keys?: ReadonlySet<string> | "any";
};

const noKeys: ReadonlySet<string> = new Set();

function readingOf(reader: JsonReader, value: LooseValue): JsonReading {
  const { at: end, ending, word, twice, loose } = reader;
  const reading: JsonReading = {
    value,
    end,
    ending,
    last: word && !endsCall(reader.text, end) ? "word" : reader.last,
  };
  if (twice !== undefined) reading.twice = twice;
  if (!loose && ending === "complete") reading.strict = true;
  return reading;
}

function run(
  text: string,
  at: number,
  settings: ReadSettings,
  loose: boolean,
  place: StringPlace,
): JsonReading {
  const fuel = settings.fuel ?? fuelFor(text);
  const limit = Math.min(settings.limit ?? text.length, text.length);
  const stance = { loose, python: settings.python ?? false, keys: settings.keys ?? noKeys };
  const reader = new JsonReader(text, at, limit, fuel, stance);
  const value = reader.value(place, place === "call" ? 1 : 0);
  return readingOf(reader, value);
}

/** Reads the JSON value at `at`: exactly if it is valid, else as it was plainly meant. Never throws. */
export function readJson(text: string, at: number, settings: ReadSettings = {}): JsonReading {
  const strict = run(text, at, settings, false, "top");
  return strict.ending === "complete" ? strict : run(text, at, settings, true, "top");
}

/** Reads one argument of a Python call. */
export function readPythonValue(text: string, at: number, settings: ReadSettings): JsonReading {
  return run(text, at, { ...settings, python: true }, true, "call");
}

/** Reads the members of an object whose opening brace is missing. */
export function readMembers(text: string, at: number, settings: ReadSettings): JsonReading {
  const fuel = settings.fuel ?? fuelFor(text);
  const stance = { loose: true, python: false, keys: settings.keys ?? noKeys };
  const reader = new JsonReader(text, at, settings.limit ?? text.length, fuel, stance);
  reader.blanks();
  return readingOf(reader, reader.members({}, 0));
}
