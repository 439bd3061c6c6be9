import { programCommand } from "@kestrel/app/program-command";
import type { Flags } from "../arguments.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import { shellLine } from "./shell-line.ts";

/** What was thrown; where a server has several models and one has to be named, with the command that names the first of those that run there. */
export function withNamingCommand(thrown: unknown, words: readonly string[]): unknown {
  const { code, params } = failureOf(thrown);
  if (code !== "model_not_chosen" && code !== "model_not_found") return thrown;
  const [first] = String(params.candidates ?? "").split(", ");
  // Without a name of its own a server that runs models elsewhere is not suggested one of those.
  const name = first === undefined || first === "" || first === "…" ? "NAME" : first;
  const command = shellLine([...programCommand().split(" "), ...words, name]);
  return new CommandFailure(code, { ...params, command });
}

/** How a start names its server, up to the model's name there. */
export function startWords(command: "start" | "serve", { url = "", window, port }: Flags): string[] {
  const others = { "--window": window, "--port": port };
  const typed = Object.entries(others).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return [command, ...typed, "--url", url, "--model"];
}
