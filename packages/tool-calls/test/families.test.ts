import { describe, expect, it } from "vitest";
import { familyOf } from "../src/grammar/choose-family.ts";
import { marksOf } from "../src/grammar/compile.ts";
import { grammars } from "../src/grammar/table.ts";
import { parseToolCalls } from "../src/index.ts";
import { tools } from "./house-tools.ts";
import { renderings } from "./render-call.ts";

const rows = grammars;
const call = { name: "read", arguments: { path: "src/a.ts" } };

describe("the table of families", () => {
  it("has each family once", () => {
    expect(new Set(rows.map(({ family }) => family)).size).toBe(rows.length);
  });

  it.each(rows.filter(({ template }) => template).map((row) => [row.family, row] as const))(
    "knows %s by its template",
    (family, { template = [] }) => expect(familyOf(`{{ messages }} ${template.join(" … ")}`)).toBe(family),
  );

  it("knows no family of a template without tools", () => {
    expect(familyOf("{% for m in messages %}<|im_start|>{{ m.role }}{% endfor %}")).toBeUndefined();
  });

  it("reads each family's own rendering where it is known", () => {
    const read = rows.filter(({ family }) => {
      const marks = marksOf(family);
      return renderings.some(({ render }) => {
        const reply = render(call);
        if (marks.families[0]?.wraps === undefined && marks.families[0]?.heads === undefined) return false;
        const own = (marks.families[0]?.template ?? []).every(
          (sign) => reply.includes(sign) || /[=:]$|^>>>/.test(sign),
        );
        return own && parseToolCalls(reply, tools, { family, finishReason: "stop" }).calls.length === 1;
      });
    });
    const told = rows.filter(({ template }) => template).map(({ family }) => family);
    expect(told.filter((family) => !read.some((row) => row.family === family))).toEqual([]);
  });

  it("reads no other family's marks where one is known", () => {
    const mistral = '[TOOL_CALLS]read[ARGS]{"path":"src/a.ts"}';
    expect(parseToolCalls(mistral, tools).calls).toEqual([call]);
    expect(parseToolCalls(mistral, tools, { family: "hermes" }).calls).toEqual([]);
  });

  it("reads another family's notation in the place of a call", () => {
    const tags =
      "<tool_call>\n<function=read>\n<parameter=path>\nsrc/a.ts\n</parameter>\n</function>\n</tool_call>";
    expect(parseToolCalls(tags, tools, { family: "hermes" }).calls).toEqual([call]);
    expect(parseToolCalls(tags, tools, { family: "glm-4.5" }).calls).toEqual([call]);
  });

  it("reads the tag that Qwen2.5-Coder takes for its own", () => {
    const reply = `I look.\n<tools>\n${JSON.stringify(call)}\n</tools>`;
    expect(parseToolCalls(reply, tools, { family: "hermes" }).calls).toEqual([call]);
  });

  it("reads bare and fenced JSON of a family that has marks", () => {
    const json = JSON.stringify(call);
    for (const reply of [json, `I look.\n\`\`\`json\n${json}\n\`\`\``])
      expect(parseToolCalls(reply, tools, { family: "hermes" }).calls).toEqual([call]);
  });

  it("tries every family where a profile names one that nobody knows", () => {
    expect(
      parseToolCalls(`<tool_call>${JSON.stringify(call)}</tool_call>`, tools, { family: "x" }).calls,
    ).toEqual([call]);
  });
});
