import type { SayAny } from "./sentence.ts";

type Described = { name: string; from?: string | undefined; description: string };

/** What a loadout, subagent or prompt is for: in the language of `say` where Kestrel ships it, otherwise as its own file says. */
export function builtInDescription(
  kind: "loadout" | "helper" | "prompt",
  { name, from, description }: Described,
  say: SayAny,
): string {
  if (from !== "kestrel") return description;
  const key = `builtIn.${kind}.${name}`;
  const said = say(key);
  return said === key ? description : said;
}
