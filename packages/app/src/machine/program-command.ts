import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, isAbsolute, join, relative } from "node:path";
import { absent } from "@kestrel/diagnostics";

/**
 * The command that starts this program: `kestrel` when the shell finds this very program by that name, otherwise the shortest path
 * to its file from `folder`; with an empty `folder`, an absolute one.
 */
export function programCommand(
  script = process.argv[1] ?? "",
  environment: Readonly<Record<string, string | undefined>> = process.env,
  folder = process.cwd(),
): string {
  const real = realOf(script);
  if (real === undefined) return "kestrel";
  const places = (environment.PATH ?? "").split(delimiter).filter(isAbsolute);
  if (places.some((place) => leadsTo(join(place, "kestrel"), real))) return "kestrel";
  const near = folder === "" ? "" : relative(folder, real);
  const path = near !== "" && !near.startsWith("..") && !isAbsolute(near) ? near : real;
  return `node ${/^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;
}

/** The command for the console, where the folder of the user's terminal is unknown. */
export const programFromAnywhere = () => programCommand(process.argv[1], process.env, "");

function leadsTo(name: string, program: string): boolean {
  try {
    accessSync(name, constants.X_OK);
    return realOf(name) === program;
  } catch (error) {
    absent(error);
    return false;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    absent(error);
    return undefined;
  }
}
