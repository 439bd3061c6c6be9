import type { CapabilityKind, CatalogLine, ToolSpec } from "@kestrel/protocol";
import {
  crewRoles,
  type FrozenLoadout,
  type LoadoutMetadata,
  type LoadoutModel,
  type LoadoutProblem,
} from "@kestrel/protocol/api";
import { nearestNames } from "../catalog/lines.ts";
import { withinBudgets } from "../catalog/within-budgets.ts";
import { inLines, systemText } from "../context/system-prompt.ts";
import type { LoadoutSource } from "./loadout-source.ts";

/** Everything on this machine that a loadout can name. */
export type LoadoutGround = {
  /** Core tools in their fixed order. */
  tools: readonly ToolSpec[];
  /** Every possible line of a catalogue, independent of the folder. */
  catalog: readonly CatalogLine[];
};

/** A resolved loadout: its frozen content, and its unresolved names. */
export type LookedUpLoadout = { frozen: FrozenLoadout; problems: LoadoutProblem[] };

/** Resolves a loadout's names. The order of its keys, its lists and the available items does not affect the result. */
export function freezeLoadout(source: LoadoutSource, here: LoadoutGround): LookedUpLoadout {
  const { metadata, engine, permission, crew } = source;
  const missing: LoadoutProblem[] = [];
  const tools = coreTools(source, here.tools, missing);
  const catalog = catalogOfNamed(source, here.catalog, missing);
  const frozen: FrozenLoadout = {
    format: 1,
    metadata: inOneOrder(metadata),
    ...(source.model && { model: byName(source.model) }),
    engine: [...engine],
    adapter: source.adapter.map(({ path, scale }) => ({ path, scale })),
    ...wordsOf(source),
    tools,
    ...(catalog && { catalog }),
    permission: {
      ...(permission.mode && { mode: permission.mode }),
      ask: sorted(permission.ask),
      deny: sorted(permission.deny),
    },
    crew: crewRoles.flatMap((role) => {
      const model = crew[role];
      return model ? [{ role, model: byName(model) }] : [];
    }),
  };
  return { frozen, problems: missing };
}

/** The bytes of a frozen loadout, the same on every machine, for its digest. */
export function loadoutBytes(frozen: FrozenLoadout): string {
  return `${JSON.stringify(frozen, undefined, 1)}\n`;
}

function wordsOf({ persona, memory }: LoadoutSource): Pick<FrozenLoadout, "persona" | "memory" | "system"> {
  const [first, last] = [inLines(persona), inLines(memory)];
  return {
    ...(first !== "" && { persona: first }),
    ...(last !== "" && { memory: last }),
    system: systemText({ persona: first, memory: last }),
  };
}

function coreTools(
  { tools: wanted }: LoadoutSource,
  known: readonly ToolSpec[],
  missing: LoadoutProblem[],
): ToolSpec[] {
  if (!wanted) return [...known];
  const lines = known.map(({ name }): CatalogLine => ({ kind: "tool", name, line: "" }));
  for (const name of sorted(wanted))
    if (!known.some((tool) => tool.name === name)) missing.push(problem("tools.core", name, lines));
  return known.filter(({ name }) => wanted.includes(name));
}

const catalogKeys = {
  skill: { key: "skills", names: "skills" },
  tool: { key: "tools.catalogued", names: "catalogued" },
  server: { key: "mcp.servers", names: "servers" },
} as const satisfies Record<CapabilityKind, { key: string; names: keyof LoadoutSource }>;

const kinds = Object.keys(catalogKeys) as CapabilityKind[];

/** Whether it names parts of a catalogue. Only then must the sources be listed. */
export function closesCatalog(source: LoadoutSource): boolean {
  return kinds.some((kind) => source[catalogKeys[kind].names] !== undefined);
}

/** The lines it names, cut as in every catalogue; undefined when it names none of any kind. */
function catalogOfNamed(
  source: LoadoutSource,
  here: readonly CatalogLine[],
  missing: LoadoutProblem[],
): CatalogLine[] | undefined {
  if (!closesCatalog(source)) return undefined;
  const lines = kinds.flatMap((kind) => {
    const { key, names } = catalogKeys[kind];
    const ofKind = here.filter((line) => line.kind === kind);
    return sorted(source[names] ?? []).flatMap((name) => {
      const found = ofKind.find((line) => line.name === name);
      if (!found) missing.push(problem(key, name, ofKind));
      return found ? [{ kind, name, line: found.line }] : [];
    });
  });
  const unbounded = { catalogued: Number.MAX_SAFE_INTEGER, foreign: Number.MAX_SAFE_INTEGER };
  return [...withinBudgets(lines, unbounded)];
}

function problem(key: string, name: string, here: readonly CatalogLine[]): LoadoutProblem {
  const [suggestion] = nearestNames(here, name);
  return { key, name, ...(suggestion !== undefined && { suggestion }) };
}

function inOneOrder({ name, version, author, audience, description }: LoadoutMetadata): LoadoutMetadata {
  return {
    name,
    ...(version !== undefined && { version }),
    ...(author !== undefined && { author }),
    ...(audience !== undefined && { audience }),
    ...(description !== undefined && { description }),
  };
}

/** By code unit: a locale's order differs between machines. */
function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function byName(model: LoadoutModel): LoadoutModel {
  return Object.fromEntries(Object.entries(model).sort(([left], [right]) => (left < right ? -1 : 1)));
}
