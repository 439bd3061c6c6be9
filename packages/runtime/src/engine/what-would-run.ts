import { join } from "node:path";
import { engineArguments } from "./engine-arguments.ts";
import { engineFlags } from "./engine-flags.ts";
import type { OwnEngineSpec } from "./engine-spec.ts";
import { checkExtraArguments } from "./flag-policy.ts";
import { freePort } from "./free-port.ts";
import { checkModelFile } from "./model-file.ts";

/** The exact command line of an engine that would be started now. Starts no engine; throws what a start would throw. */
export async function whatWouldRun(spec: OwnEngineSpec): Promise<string[]> {
  checkExtraArguments(spec.extraArgs ?? []);
  await checkModelFile(spec.modelPath);
  const flags = await engineFlags(spec.enginePath, spec.runFolder);
  const forced = { port: await freePort(spec.port), keyFile: join(spec.runFolder, "engine.key") };
  return [spec.enginePath, ...engineArguments(spec, forced, (flag) => flags.has(flag))];
}
