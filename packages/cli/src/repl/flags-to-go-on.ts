import type { Setting } from "@kestrel/protocol/api";
import { shellLine } from "../models/shell-line.ts";

/** What names the model of a daemon, as it is typed. */
const naming: ReadonlySet<string> = new Set(["--model", "--url", "--loadout", "--window"]);

/** The flags that a daemon was started with and another one needs to answer with the same model; each with a blank before it. */
export function flagsToGoOn(settings: readonly Setting[]): string {
  return settings
    .flatMap(({ key, origin, where, value }) =>
      // `--url` says where the model comes from as well.
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
