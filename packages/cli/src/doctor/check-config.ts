import { existsSync } from "node:fs";
import type { EnginesHere } from "@kestrel/app/engine";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { shellLine } from "../models/shell-line.ts";
import type { Finding } from "./finding.ts";

/** The configuration was read; also reports what a start would reject, such as a missing extra root. */
export function checkConfig({ config, configFile, checkSettings }: EnginesHere, say: Say): Finding {
  try {
    checkSettings();
  } catch (error) {
    return brokenConfig(error, say);
  }
  const problem = config.notices.map(({ code, params }) => say(`notice.${code}`, params)).join("\n");
  if (problem !== "") {
    const fix = `\${EDITOR:-vi} ${shellLine([configFile])}`;
    return { level: "warn", sentence: "doctor.config.fail", facts: { problem }, fix };
  }
  const sentence = existsSync(configFile) ? "doctor.config.ok" : "doctor.config.none";
  return { level: "ok", sentence, facts: { path: configFile } };
}

/** The configuration's error, with a command that opens its file. */
export function brokenConfig(error: unknown, say: Say): Finding {
  const { code, params } = failureOf(error);
  const fix = params.file === undefined ? undefined : `\${EDITOR:-vi} ${shellLine([String(params.file)])}`;
  return {
    level: "fail",
    sentence: "doctor.config.fail",
    facts: { problem: say(`error.${code}`, params) },
    fix,
  };
}
