import type { CatalogLine, ToolSpec } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import {
  compareLoadouts,
  freezeLoadout,
  type LoadoutGround,
  type LoadoutSource,
  loadoutBytes,
} from "../../src/index.ts";
import { bareLoadout as bare } from "./bare-loadout.ts";

const spec = (name: string): ToolSpec => ({
  name,
  description: `${name} something`,
  parameters: { type: "object", properties: { zeta: { type: "string" }, alpha: { type: "string" } } },
});

const here: LoadoutGround = {
  tools: ["read", "search", "edit"].map(spec),
  catalog: [
    { kind: "skill", name: "pdf", line: "Fill in forms. Use this when a form has fields." },
    { kind: "skill", name: "xlsx", line: "Read sheets" },
    { kind: "server", name: "home", line: "Lights and heating" },
    { kind: "tool", name: "fetch", line: "Read a page" },
  ],
};

const bytes = (source: LoadoutSource, ground = here) => loadoutBytes(freezeLoadout(source, ground).frozen);

describe("a frozen loadout", () => {
  it("is the same bytes whatever the order of its keys, its lists and what is here", () => {
    const one = bytes({
      ...bare,
      model: { source: "self", path: "/m.gguf", window: 8192 },
      skills: ["xlsx", "pdf"],
      servers: ["home"],
      permission: { deny: ["b", "a"], ask: [] },
    });
    const other = bytes(
      {
        permission: { ask: [], deny: ["a", "b", "a"] },
        servers: ["home"],
        skills: ["pdf", "xlsx", "pdf"],
        crew: {},
        model: { window: 8192, path: "/m.gguf", source: "self" },
        adapter: [],
        engine: [],
        metadata: { name: "mine" },
      },
      { tools: here.tools, catalog: [...here.catalog].reverse() },
    );
    expect(other).toBe(one);
  });

  it("is the same for words with other line ends and blanks around them", () => {
    expect(bytes({ ...bare, persona: "One.\r\nTwo.\r\n" })).toBe(bytes({ ...bare, persona: "One.\nTwo." }));
  });

  it("keeps tools in their fixed order, and their parameters as they are written", () => {
    const { frozen } = freezeLoadout({ ...bare, tools: ["edit", "read"] }, here);
    expect(frozen.tools).toEqual([spec("read"), spec("edit")]);
    expect(loadoutBytes(frozen).indexOf("zeta")).toBeLessThan(loadoutBytes(frozen).indexOf("alpha"));
  });

  it("leaves the catalogue open until it names anything, then has only that", () => {
    expect(freezeLoadout(bare, here).frozen.catalog).toBeUndefined();
    expect(freezeLoadout({ ...bare, skills: [] }, here).frozen.catalog).toEqual([]);
    const { catalog } = freezeLoadout({ ...bare, servers: ["home"], skills: ["pdf"] }, here).frozen;
    expect(catalog).toEqual([
      { kind: "skill", name: "pdf", line: "Fill in forms" },
      { kind: "server", name: "home", line: "Lights and heating" },
    ] satisfies CatalogLine[]);
  });

  it("names what is not here, each by its key, with the nearest of its kind", () => {
    const source = { ...bare, tools: ["reed"], skills: ["pfd"], servers: ["garden"], catalogued: ["fetch"] };
    expect(freezeLoadout(source, here).problems).toEqual([
      { key: "tools.core", name: "reed", suggestion: "read" },
      { key: "skills", name: "pfd", suggestion: "pdf" },
      { key: "mcp.servers", name: "garden", suggestion: "home" },
    ]);
  });

  it("is compared part by part", () => {
    const [before, after] = [
      { ...bare, skills: ["pdf"], persona: "Terse." },
      { ...bare, skills: ["xlsx"], permission: { mode: "plan" as const, ask: [], deny: [] } },
    ].map((source) => freezeLoadout(source, here).frozen);
    if (!before || !after) throw new Error("two were frozen");
    expect(compareLoadouts(before, after)).toEqual([
      { key: "persona", before: "Terse." },
      { key: "skill.pdf", before: "Fill in forms" },
      { key: "skill.xlsx", after: "Read sheets" },
      { key: "permission.mode", after: "plan" },
    ]);
    expect(compareLoadouts(before, before)).toEqual([]);
  });
});
