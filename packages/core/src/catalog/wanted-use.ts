import type { CallArguments } from "../ports/tool.ts";

/** What a call of `use` asks for. */
export type WantedUse = { name: string; action: "describe" | "call" | "find"; args: CallArguments };

/** Reads the arguments. Who gives arguments and no action wants them to be used. */
export function wantedUse(given: CallArguments): WantedUse {
  const name = String(given.name ?? "").trim();
  const args = isObject(given.arguments) ? given.arguments : {};
  const { action } = given;
  if (action === "describe" || action === "call" || action === "find") return { name, action, args };
  return { name, action: Object.keys(args).length > 0 ? "call" : "describe", args };
}

function isObject(value: unknown): value is CallArguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
