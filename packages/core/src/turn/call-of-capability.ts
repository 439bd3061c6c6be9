import type { Prefix } from "@kestrel/protocol";
import { mendArguments } from "@kestrel/tool-calls";
import { useName } from "../catalog/use-spec.ts";

/** The arguments for `use` instead. */
export type MeantUse = { name: string; action: "call" | "describe" };

/** How models write a server's tool as a function name: `before` the server's name, and `between` it and the tool's. */
const spellings = [
  { before: "mcp__", between: "__" },
  { before: "", between: "__" },
  { before: "", between: "/" },
  { before: "", between: "." },
] as const;

/**
 * The catalogue entry that a function name means: `server__tool`, or a line's own name. Undefined when no line has that name, two could
 * have it, or the session has no `use`.
 */
export function meantCapability(
  { tools, catalog = [] }: Pick<Prefix, "tools" | "catalog">,
  given: string,
): MeantUse | undefined {
  if (given.length > 200 || !tools.some(({ name }) => name === useName)) return undefined;
  const lines = catalog.filter(({ omitted }) => omitted !== "name_taken");
  const own = theOnly(lines.filter(({ name, kind }) => kind !== "server" && bare(name) === bare(given)));
  if (own) return { name: own.name, action: own.kind === "tool" ? "call" : "describe" };
  for (const { before, between } of spellings) {
    const heads = lines.flatMap((line) => {
      const until = before.length + line.name.length;
      const head = given.slice(0, until + between.length);
      const begins = line.kind === "server" && given.length > head.length && head.endsWith(between);
      return begins && bare(given.slice(0, until)) === bare(before + line.name) ? [{ line, head }] : [];
    });
    const meant = theOnly(heads);
    if (meant) return { name: `${meant.line.name}/${given.slice(meant.head.length)}`, action: "call" };
  }
  return undefined;
}

/** The arguments of `use` for such a call, as JSON text; undefined when its own are not an object. */
export function useArguments({ name, action }: MeantUse, text: string): string | undefined {
  if (action === "describe") return JSON.stringify({ name, action });
  const mended = mendArguments(text.trim() === "" ? "{}" : text, { type: "object" });
  const given = mended.ok ? mended.value : undefined;
  if (typeof given !== "object" || given === null || Array.isArray(given)) return undefined;
  return JSON.stringify({ name, action, arguments: given });
}

/** Function names allow letters, digits, `_` and `-`: any other character of a server's name becomes `_`. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[-.]/g, "_");
}

function theOnly<One>(found: readonly One[]): One | undefined {
  return found.length === 1 ? found[0] : undefined;
}
