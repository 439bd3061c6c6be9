import { type Fuel, fuelFor } from "./blanks.ts";
import type { Place } from "./closing-quote.ts";
import { JsonReader, type JsonReading } from "./json-reader.ts";

export type ReadSettings = { limit?: number; fuel?: Fuel; python?: boolean };

function run(text: string, at: number, settings: ReadSettings, loose: boolean, place: Place): JsonReading {
  const fuel = settings.fuel ?? fuelFor(text);
  const limit = Math.min(settings.limit ?? text.length, text.length);
  const reader = new JsonReader(text, at, limit, fuel, loose, settings.python ?? false);
  const value = reader.value(place, place === "call" ? 1 : 0);
  return { value, end: reader.at, ending: reader.ending, last: reader.last };
}

/** Reads the JSON value at `at`: exactly if it is valid, else as it was plainly meant. Never throws. */
export function readJson(text: string, at: number, settings: ReadSettings = {}): JsonReading {
  const strict = run(text, at, settings, false, "top");
  if (strict.ending === "complete") return strict;
  return run(text, at, settings, true, "top");
}

/** Reads one argument of a Python call. */
export function readPythonValue(text: string, at: number, settings: ReadSettings): JsonReading {
  return run(text, at, { ...settings, python: true }, true, "call");
}

/** Reads the members of an object whose opening brace is missing. */
export function readMembers(text: string, at: number, settings: ReadSettings): JsonReading {
  const fuel = settings.fuel ?? fuelFor(text);
  const reader = new JsonReader(text, at, settings.limit ?? text.length, fuel, true, false);
  reader.blanks();
  const value = reader.members({}, 0);
  return { value, end: reader.at, ending: reader.ending, last: reader.last };
}
