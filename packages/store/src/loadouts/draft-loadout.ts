import { isDeepStrictEqual } from "node:util";
import type { LoadoutSource } from "@kestrel/core";
import type { LoadoutDraft } from "@kestrel/protocol/api";
import { parse, stringify } from "smol-toml";
import { readLoadoutTables } from "../config/load-loadout.ts";
import { loadoutSourceOf } from "../config/loadout-source-of.ts";

type Table = Readonly<Record<string, unknown>>;

/** A draft as its file's text and contents. Throws `loadout_invalid` {file, key, expected}, as reading that file would. */
export function draftLoadout(draft: LoadoutDraft): { text: string; source: LoadoutSource } {
  const tables = tablesOf(draft);
  const file = `${draft.name}.toml`;
  const loadout = readLoadoutTables({ file, values: tables, lineOf: () => undefined });
  return { text: textOf(tables), source: loadoutSourceOf(loadout, file) };
}

function tablesOf({ name, description, model, persona, memory, mode, ...draft }: LoadoutDraft): Table {
  const { tools, skills, catalogued, servers, crew = {} } = draft;
  const self = (one: NonNullable<typeof model>) => ({ source: "self", ...given(one) });
  const words = (text = "") => (text.trim() === "" ? undefined : text.trim());
  const roles = Object.entries(crew).map(([role, one]) => [role, one && self(one)]);
  return given({
    persona: words(persona),
    skills,
    metadata: given({ name, version: "1", description: words(description) }),
    model: model && self(model),
    tools: filled({ core: tools, catalogued }),
    mcp: filled({ servers }),
    crew: filled(Object.fromEntries(roles)),
    permission: filled({ mode }),
    memory: filled({ seed: words(memory) }),
  });
}

/** The table without missing values. */
function given(table: Table): Table {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined));
}

function filled(table: Table): Table | undefined {
  const held = given(table);
  return Object.keys(held).length > 0 ? held : undefined;
}

/** Text of several lines is written on several lines when that parses to the same value. */
function textOf(tables: Table): string {
  const plain = `${stringify(tables)}\n`;
  const lines = plain.split("\n").map((line) => {
    const [, key, words] = /^(\w+) = "(.*\\n.*)"$/.exec(line) ?? [];
    return words === undefined ? line : `${key} = """\n${words.replaceAll("\\n", "\n")}"""`;
  });
  const written = lines.join("\n");
  return isDeepStrictEqual(meaning(written), meaning(plain)) ? written : plain;
}

function meaning(text: string): unknown {
  try {
    return JSON.parse(JSON.stringify(parse(text)));
  } catch {
    // expected: not TOML
    return undefined;
  }
}
