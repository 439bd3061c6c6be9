import type { Setting } from "@kestrel/protocol/api";
import { shellLine } from "../models/shell-line.ts";

/** Flags that name a daemon's model. */
const naming: ReadonlySet<string> = new Set(["--model", "--url", "--loadout", "--window"]);

/** The flags that another daemon needs to use the same model; each with a leading blank. */
export function flagsToGoOn(settings: readonly Setting[]): string {
  return settings
    .flatMap(({ key, origin, where, value }) =>
      // `--url` implies the source.
      key !== "model.source" &&
      origin === "flag" &&
      where !== undefined &&
      naming.has(where) &&
      value !== null
        ? [` ${where} ${shellLine([String(value)])}`]
        : [],
    )
    .join("");
}
