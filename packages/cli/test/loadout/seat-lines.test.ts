import type { CheckedLoadout, LoadoutModel } from "@kestrel/protocol/api";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { checkLines, shelfTable } from "../../src/loadout/loadout-lines.ts";

const say = await speaker("en");

const checked = (model: LoadoutModel): CheckedLoadout => ({
  digest: "d",
  frozen: {
    ...{ format: 1, metadata: { name: "mine" }, engine: [], adapter: [], system: "", tools: [] },
    permission: { ask: [], deny: [] },
    crew: [{ role: "copilot", model }],
  },
  problems: [],
  bill: { exact: true, parts: [], total: 0 },
});
const listed = (model: LoadoutModel) =>
  shelfTable(
    [
      {
        name: "mine",
        file: "f",
        from: "user",
        built: false,
        inForce: false,
        imported: false,
        checked: checked(model),
      },
    ],
    "",
    say,
  ).join("\n");

it("a seat that is not on this machine is told with its address and where its key comes from", () => {
  const away = { url: "https://models.example.org/v1", api_key_env: "EXAMPLE_KEY", name: "big\u202e" };
  const [, , line] = checkLines(checked(away), say);
  expect(line).toBe(
    "  summarizer: big⟨U+202E⟩, https://models.example.org/v1 is not on this machine: its prompts are sent there, with the key in EXAMPLE_KEY",
  );
  expect(listed(away)).toContain("some of its models are on another machine");
});

it("a seat on this machine is named, and nothing leaves it", () => {
  const here = { url: "http://127.0.0.1:8080/v1" };
  const [, , line] = checkLines(checked(here), say);
  expect(line).toBe("  summarizer: http://127.0.0.1:8080/v1");
  expect(listed(here)).not.toContain("not on this machine");
});

it("who nobody is named for stands on one line with the work of it, and why a seat is refused on another", () => {
  const refused = [{ role: "copilot", why: "too_small" }] as const;
  const lines = checkLines({ ...checked({ path: "/m.gguf" }), refused }, say);
  expect(lines).toContain(
    "The summarizer is not used: it is set to the main model, which is too small for other work.",
  );
  expect(lines).toContain(
    "Roles without a model: reviewer (a second look at destructive and external calls), retriever (finds by meaning; an embedding model).",
  );
});

it("a bill of which not all reaches the model in use says so on a line", () => {
  const one = checked({ path: "/m.gguf" });
  const lines = checkLines({ ...one, bill: { exact: true, parts: [], total: 1297, sent: 21 } }, say);
  expect(lines).toContain(
    "The chat template of the current model drops text: of these 1,297 tokens ~21 reach it.",
  );
});
