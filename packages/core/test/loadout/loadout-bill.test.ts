import type { CatalogLine } from "@kestrel/protocol";
import type { LoadoutExcess, LoadoutPart } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import {
  freezeLoadout,
  KestrelError,
  type LoadoutSource,
  loadoutBill,
  loadoutExcess,
} from "../../src/index.ts";
import { bareLoadout as bare } from "./bare-loadout.ts";

/** Three letters a token; a message costs 10, a tool 20 and its letters. */
const counter = {
  countTexts: async (texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 3)),
  countTokens: async ({
    messages,
    tools,
  }: {
    messages: readonly { content: string }[];
    tools: readonly unknown[];
  }) =>
    messages.reduce((sum, { content }) => sum + 10 + Math.ceil(content.length / 3), 0) +
    tools.reduce<number>((sum, tool) => sum + 20 + Math.ceil(JSON.stringify(tool).length / 3), 0),
};

const words = (count: number, word = "abc") => Array.from({ length: count }, () => word).join("");
const named = (count: number, kind: CatalogLine["kind"]) =>
  Array.from(
    { length: count },
    (_, at): CatalogLine => ({ kind, name: `n${at}`, line: "does a thing or two here" }),
  );

const tools = ["read", "search", "edit"].map((name) => ({
  name,
  description: words(60),
  parameters: { type: "object" },
}));

async function billOf(source: LoadoutSource, catalog: CatalogLine[] = [], window?: number) {
  const { frozen } = freezeLoadout(source, { tools, catalog });
  return loadoutBill(frozen, counter, window);
}

const skills = (count: number): [LoadoutSource, CatalogLine[]] => [
  { ...bare, skills: named(count, "skill").map(({ name }) => name) },
  named(count, "skill"),
];
const servers = (count: number): [LoadoutSource, CatalogLine[]] => [
  { ...bare, servers: named(count, "server").map(({ name }) => name) },
  named(count, "server"),
];

describe("the bill of a loadout", () => {
  it("has every part, by the model's own tokenizer, and their sum", async () => {
    const bill = await billOf({ ...bare, persona: words(30), memory: words(20) });
    const of = (part: LoadoutPart) => bill.parts.find((row) => row.part === part)?.tokens;
    expect(bill).toMatchObject({
      exact: true,
      total: bill.parts.reduce((sum, { tokens }) => sum + tokens, 0),
    });
    expect([of("persona"), of("memory"), of("use"), of("skills")]).toEqual([30, 20, 0, 0]);
    expect(of("tools.core")).toBeGreaterThan(180);
  });

  it("is an estimate where nobody counts, and says so", async () => {
    const { frozen } = freezeLoadout({ ...bare, persona: words(100) }, { tools, catalog: [] });
    const estimated = await loadoutBill(frozen, undefined, undefined);
    expect(estimated.exact).toBe(false);
    expect(estimated.parts.find(({ part }) => part === "persona")?.tokens).toBeGreaterThan(20);
    const failing = {
      ...counter,
      countTexts: () =>
        Promise.reject(new KestrelError("engine_start_failed", "gone", { reason: "unknown" })),
    };
    expect(await loadoutBill(frozen, failing, undefined)).toEqual(estimated);
  });

  it("says what reaches a model whose template leaves the system text out, and nothing of it otherwise", async () => {
    const { frozen } = freezeLoadout({ ...bare, persona: words(300) }, { tools, catalog: [] });
    expect((await loadoutBill(frozen, counter, undefined)).sent).toBeUndefined();
    // As kestrel-nano's: the person's words and the signs around them.
    const leavesOut = { ...counter, countTokens: async () => 21 };
    const bill = await loadoutBill(frozen, leavesOut, undefined);
    expect(bill.sent).toBe(21);
    expect(bill.parts.find(({ part }) => part === "persona")?.tokens).toBe(300);
  });

  it("counts the door only where something stands behind it", async () => {
    const [source, lines] = skills(2);
    const { parts } = await billOf(source, lines);
    expect(parts.find(({ part }) => part === "use")?.tokens).toBeGreaterThan(50);
    expect(parts.find(({ part }) => part === "skills")).toMatchObject({ lines: 2, limit: 600 });
  });

  const over: [
    string,
    [LoadoutSource, CatalogLine[]?, number?],
    Omit<LoadoutExcess, "tokens"> & { tokens?: number },
  ][] = [
    [
      "a persona of a page and more",
      [{ ...bare, persona: words(401) }],
      { part: "persona", tokens: 401, limit: 400 },
    ],
    [
      "a persona in Chinese",
      [{ ...bare, persona: words(1300, "鸢") }],
      { part: "persona", tokens: 434, limit: 400 },
    ],
    ["a long memory", [{ ...bare, memory: words(450) }], { part: "memory", tokens: 450, limit: 400 }],
    [
      "both: the first is named",
      [{ ...bare, persona: words(500), memory: words(500) }],
      { part: "persona", tokens: 500, limit: 400 },
    ],
    ["seventy skills", skills(70), { part: "skills", limit: 600 }],
    ["forty servers", servers(40), { part: "mcp", limit: 320 }],
    [
      "single tools count with the skills",
      [{ ...bare, catalogued: named(70, "tool").map(({ name }) => name) }, named(70, "tool")],
      { part: "skills", limit: 600 },
    ],
    [
      "a window that is too small for the tools",
      [bare, [], 2_048],
      { part: "window", limit: 307, dearest: "tools.core" },
    ],
    [
      "a persona within its budget that a small window has no room for",
      [{ ...bare, persona: words(380) }, [], 4_000],
      { part: "window", limit: 600, dearest: "persona" },
    ],
    [
      "a memory within its budget likewise",
      [{ ...bare, memory: words(390) }, [], 4_000],
      { part: "window", limit: 600, dearest: "memory" },
    ],
    [
      "skills within their budget likewise",
      [...skills(50), 6_000],
      { part: "window", limit: 900, dearest: "skills" },
    ],
    [
      "a persona over its budget in a window that is too small as well: the part is named",
      [{ ...bare, persona: words(700) }, [], 4_096],
      { part: "persona", tokens: 700, limit: 400 },
    ],
  ];

  it.each(over)("is refused, by the part that broke it: %s", async (_, [source, catalog, window], excess) => {
    const bill = await billOf(source, catalog, window);
    const found = loadoutExcess(bill);
    expect(found).toMatchObject(excess);
    const broken = bill.parts.find((row) => row.part === excess.part)?.tokens ?? bill.total;
    expect(found?.tokens).toBe(broken);
    expect(broken).toBeGreaterThan(excess.limit);
  });

  it("is within its budgets with forty skills and sixteen servers in 16k", async () => {
    const catalog = [
      ...named(40, "skill"),
      ...named(16, "server").map((line) => ({ ...line, name: `s${line.name}` })),
    ];
    const source = {
      ...bare,
      skills: catalog.filter(({ kind }) => kind === "skill").map(({ name }) => name),
      servers: catalog.filter(({ kind }) => kind === "server").map(({ name }) => name),
    };
    expect(loadoutExcess(await billOf(source, catalog, 16_384))).toBeUndefined();
  });
});
