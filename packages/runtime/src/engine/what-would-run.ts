import { engineFlags } from "../engine-program/engine-flags.ts";
import { engineArguments, forcedPaths } from "./engine-arguments.ts";
import type { OwnEngineSpec } from "./engine-spec.ts";
import { checkExtraArguments } from "./flag-policy.ts";
import { freePort } from "./free-port.ts";
import { checkModelFile, checkTemplateFile } from "./model-file.ts";

/** The exact command line of an engine that would start now. Starts no engine; throws what a start would throw. */
export async function whatWouldRun(spec: OwnEngineSpec): Promise<string[]> {
  checkExtraArguments(spec.extraArgs ?? []);
  await checkModelFile(spec.modelPath);
  await checkTemplateFile(spec.templateFile);
  const flags = await engineFlags(spec.enginePath, spec.runFolder);
  const { keyFile, slotFolder } = forcedPaths(spec.runFolder);
  const forced = { port: await freePort(spec.port), keyFile, slotFolder: spec.slotFolder ?? slotFolder };
  return [spec.enginePath, ...engineArguments(spec, forced, (flag) => flags.has(flag))];
}
