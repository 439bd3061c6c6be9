import { programCommand } from "@kestrel/app/program-command";
import type { Flags } from "../arguments.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import { shellLine } from "./shell-line.ts";

/** The error; when a server has several models and one has to be named, with the command that names the first local one. */
export function withNamingCommand(thrown: unknown, words: readonly string[]): unknown {
  const { code, params } = failureOf(thrown);
  if (code !== "model_not_chosen" && code !== "model_not_found") return thrown;
  const [first] = String(params.candidates ?? "").split(", ");
  // A server with only remote models gets a placeholder, not one of their names.
  const name = first === undefined || first === "" || first === "…" ? "NAME" : first;
  const command = shellLine([...programCommand().split(" "), ...words, name]);
  return new CommandFailure(code, { ...params, command });
}

/** A start command up to the model's name at its server. */
export function startWords(command: "start" | "serve", { url = "", window, port }: Flags): string[] {
  const others = { "--window": window, "--port": port };
  const typed = Object.entries(others).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
  return [command, ...typed, "--url", url, "--model"];
}
