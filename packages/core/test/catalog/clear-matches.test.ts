import { expect, it } from "vitest";
import { clearMatches } from "../../src/catalog/clear-matches.ts";
import { capabilities, sayings } from "./meant.table.ts";

const laid = (said: string) => clearMatches(capabilities, said).map(({ name }) => name);

it("lays what is clearly meant, and nothing beside the many messages that mean none of it", () => {
  const told = sayings.map(([said, meant]) => ({ said, meant, laid: laid(said) }));
  const wrong = told.filter(({ meant = "", laid: names }) => names.length > 0 && !names.includes(meant));
  expect(wrong).toEqual([]);
  const wanted = told.filter(({ meant }) => meant !== undefined);
  const found = wanted.filter(({ meant, laid: names }) => names.includes(meant ?? ""));
  expect(found.length / wanted.length).toBeGreaterThanOrEqual(0.9);
});

it("lays at most two, of few or many, and nothing where there is nothing", () => {
  expect(clearMatches([], "merge these two PDF files")).toEqual([]);
  const [pdf] = capabilities;
  expect(clearMatches(pdf ? [pdf] : [], "merge these two PDF files").map(({ name }) => name)).toEqual([
    "pdf",
  ]);
  expect(laid("x".repeat(100_000))).toEqual([]);
  expect(
    laid("read the pdf and fill its form, then write a terraform module and its plan").length,
  ).toBeLessThan(3);
});

it("takes a link for a sign of our own reader of pages, and of nothing that a stranger calls or describes so", () => {
  const words = "reads https and http pages";
  const strangers = (["skill", "server"] as const).flatMap((kind) =>
    ["fetch", "rules", "x/report"].map((name) => ({ kind, name, signature: words, words })),
  );
  const said = "summarise https://example.org/news/today for me";
  expect(strangers.flatMap((one) => clearMatches([one], said))).toEqual([]);
  expect(clearMatches([...strangers.slice(1, 3), ...capabilities], said)).toMatchObject([
    { kind: "tool", name: "fetch" },
  ]);
  expect(strangers.flatMap((one) => clearMatches([one], "the report on https://example.org/"))).toEqual([]);
});
