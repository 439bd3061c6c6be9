import { configHere, type SettingChange } from "@kestrel/app/config";
import type { Setting } from "@kestrel/protocol/api";
import { closestName } from "@kestrel/text";
import { UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { oneLine } from "../terminal/one-line.ts";
import { print, printAside, printAsideAtWords, printJson } from "../terminal/print.ts";
import { editor, runOutside } from "../terminal/run-outside.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel config`: the settings in force, their sources, and the user's file. Needs no daemon. */
export async function config({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const here = configHere();
  const [key = "", ...rest] = words;
  const unknown = async () => {
    const keys = (await here.settings()).map((setting) => setting.key);
    // `mode` is more likely the end of a key than a misspelt beginning.
    const suggestion = keys.find((one) => one.endsWith(`.${key}`)) ?? closestName(key, keys);
    const sentence = say("config.unknown", { key, ...(suggestion && { suggestion }) });
    return new UsageError(sentence, { about: "config" });
  };
  const text = verb === "set" ? rest.join(" ") : undefined;
  switch (verb) {
    case "path":
      print(here.file);
      return exitCodes.done;
    case "edit": {
      const { shellLine } = await import("../models/shell-line.ts");
      if ((await runOutside(`${editor()} ${shellLine([here.file])}`)) !== 0) {
        printAside(say("repl.noEditor", { command: editor() }));
        return exitCodes.failed;
      }
      await here.settings();
      return exitCodes.done;
    }
    case "set":
    case "unset": {
      const changed = await here.set(key, text).catch((error: unknown) => {
        const { code, params } = failureOf(error);
        // The general message names the file and the other settings.
        if (code !== "config_invalid" || params.flag !== key || flags.json) throw error;
        printAsideAtWords(say("config.refused", { ...params, key }));
        return exitCodes.configuration;
      });
      if (typeof changed === "number") return changed;
      if (!changed) throw await unknown();
      if (flags.json) printJson({ schema: schemaVersion, file: here.file, key, ...changed });
      else {
        print(say("config.changed", { key, file: here.file }));
        print(effectOf(changed, say));
      }
      return exitCodes.done;
    }
    default: {
      const all = await here.settings();
      const shown = verb === "get" ? all.filter((setting) => setting.key === key) : all;
      if (shown.length === 0) throw await unknown();
      if (flags.json) printJson({ schema: schemaVersion, file: here.file, settings: shown });
      else if (verb === "get" && !flags["show-origin"]) print(valueText(shown[0]?.value));
      else
        print(
          alignColumns(
            shown.map(({ key, value, origin, where = "" }) => [
              ...[key, valueText(value)],
              ...(flags["show-origin"] ? [origin, where] : []),
            ]),
          ).join("\n"),
        );
      return exitCodes.done;
    }
  }
}

/** When a change takes effect, or which setting overrules it. */
export function effectOf({ takes, overruled }: SettingChange, say: Say): string {
  if (!overruled) return say(`config.takes.${takes}`);
  const { key, value, where = "" } = overruled;
  return say("config.overruled", { key, value: valueText(value), where: oneLine(where) });
}

const valueText = (value: Setting["value"] | undefined): string =>
  oneLine(Array.isArray(value) ? value.join(", ") : String(value ?? "–"));
