import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { english as terminal } from "../../../packages/cli/src/i18n/en.ts";
import { english as shared } from "../../../packages/i18n/src/en/index.ts";
import { routes } from "../../../packages/protocol/src/api.ts";
import { EventBody, errorFacts } from "../../../packages/protocol/src/index.ts";
import { slashCommands } from "../../../packages/session-state/src/index.ts";
import {
  type SettingKey,
  settingTable,
  variableOf,
} from "../../../packages/store/src/config/setting-table.ts";

const root = join(import.meta.dirname, "../../..");

/** A page of the manual that is made from a table of the program. `vitest run -u` writes it anew. */
async function page(name: string, title: string, about: string, parts: readonly string[]): Promise<void> {
  const text = [`# ${title}`, about, ...parts].join("\n\n");
  await expect(`${text}\n`).toMatchFileSnapshot(join(root, "docs/reference", `${name}.md`));
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

const code = (text: string) => `\`${text}\``;

/** A schema in few words, as a reader of JSON needs it. */
function shape(schema: z.core.JSONSchema._JSONSchema | undefined, depth = 0): string {
  if (schema === undefined || typeof schema === "boolean") return "any";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map((one) => shape(one, depth + 1)))].join(" or ");
  if (schema.type === "array") {
    const items = Array.isArray(schema.items) ? undefined : schema.items;
    return `list of ${shape(items, depth + 1)}`;
  }
  if (schema.type === "object" && schema.properties && depth < 1) return fieldsOf(schema).join(", ");
  return String(schema.type ?? "any");
}

function fieldsOf(schema: z.core.JSONSchema._JSONSchema): string[] {
  if (typeof schema === "boolean") return [];
  const needed = new Set(schema.required ?? []);
  return Object.keys(schema.properties ?? {}).map((name) => (needed.has(name) ? name : `${name}?`));
}

function jsonSchema(schema: z.ZodType): z.core.JSONSchema._JSONSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
}

/** What the example file says of each setting, in its own words. */
async function exampleComments(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let section = "";
  let last = "";
  for (const line of (await readFile(join(root, "kestrel.example.toml"), "utf8")).split("\n")) {
    const header = /^(?:# )?\[{1,2}([a-z.]+)\]/.exec(line)?.[1];
    if (header !== undefined) section = `${header}.`;
    const [, name, said = ""] = /^(?:# *)?([a-z_]+) *= [^#]*(?:# *(.*))?$/.exec(line) ?? [];
    const more = /^ {8,}# *(.*)$/.exec(line)?.[1];
    if (header !== undefined || line === "") last = "";
    else if (more !== undefined && last !== "") found.set(last, `${found.get(last)} ${more}`);
    else if (name !== undefined) {
      last = section + name;
      found.set(last, said);
    }
  }
  return found;
}

describe("the reference says what the program has", () => {
  it("settings", async () => {
    const comments = await exampleComments();
    const rows = Object.entries(settingTable).map(([key, row]) => {
      const fallback = "fallback" in row ? code(String(row.fallback)) : "";
      return [code(key), fallback, code(variableOf(key as SettingKey)), comments.get(key) ?? ""];
    });
    await page(
      "settings",
      "Settings",
      "Settings are in `config.toml`; `kestrel doctor` prints its path. A command-line flag wins over the environment, the environment over a loadout, a loadout over `config.toml`. A file inside a workspace never changes a setting.",
      [
        table(["setting", "default", "variable", "what it does"], rows),
        "## An example of all of them",
        "<<< ../../kestrel.example.toml",
      ],
    );
  });

  it("slash commands", async () => {
    const help = terminal["repl.help"];
    for (const command of slashCommands) expect(help, command).toContain(`/${command}`);
    await page(
      "slash-commands",
      "Slash commands",
      "Type them in the message field of the terminal. The console has the same ones in its menu behind `/`, or a control of its own for them.",
      [`\`\`\`text\n${help}\n\`\`\``],
    );
  });

  it("events", async () => {
    const rows = EventBody.options.map((option) => {
      const schema = jsonSchema(option);
      const type = typeof schema === "boolean" ? undefined : schema.properties?.type;
      const fields = fieldsOf(schema).filter((name) => name !== "type");
      return [code(shape(type).replaceAll('"', "")), fields.map(code).join(", ")];
    });
    await page(
      "events",
      "Events",
      "A session is a list of events, one JSON object a line. Each has `v`, `seq`, `at` and `body`; the body has its `type` and these fields. A field with `?` may be missing. Fields are only ever added.",
      [table(["event", "fields"], rows)],
    );
  });

  it("routes", async () => {
    const rows = Object.values(routes).map(({ method, path, access, body, answer }) => [
      `${method} ${code(path)}`,
      typeof access === "string" ? access : access.join(", "),
      body === undefined ? "" : shape(jsonSchema(body)),
      shape(jsonSchema(answer)),
    ]);
    await page(
      "routes",
      "API routes",
      "All paths are on 127.0.0.1. *Access* is who may use a route: everyone (`public`), the owner, or a token with one of the scopes. The daemon serves the whole description as [OpenAPI](../api.md).",
      [table(["route", "access", "takes", "answers"], rows)],
    );
  });

  it("errors", async () => {
    const rows = Object.entries(errorFacts).map(([name, { status, retryable }]) => {
      const sentence = Object.entries(shared).find(([key]) => key === `error.${name}`)?.[1];
      const words = String(sentence ?? "")
        .replaceAll(/⟨([^|⟩]*)(?:\|[^⟩]*)?⟩/g, "$1")
        .replaceAll(/\{(\w+)\}/g, "*$1*");
      return [code(name), words, String(status), retryable ? "yes" : "no"];
    });
    await page(
      "errors",
      "Errors",
      "Every failure has a code. Find the message you see, or the code that `--json` and the API give.",
      [table(["code", "message", "HTTP status", "worth a retry"], rows)],
    );
  });

  it("decisions", async () => {
    const folder = join(root, "docs/adr");
    const files = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name)).sort();
    const lines = await Promise.all(
      files.map(async (name) => {
        const text = await readFile(join(folder, name), "utf8");
        const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
        const [, over = ""] = /^\*\*(Superseded(?: in part)?) by/m.exec(text) ?? [];
        return `- [${title}](${name})${over && ` (${over.toLowerCase()})`}`;
      }),
    );
    const head = "# Decisions\n\nWhy Kestrel is built as it is, one decision a page, oldest first.";
    await expect(`${head}\n\n${lines.join("\n")}\n`).toMatchFileSnapshot(join(folder, "index.md"));
  });
});
