import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { askIdentity } from "../../src/probe/model-identity.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { FakeServers } from "../servers/fake-server.ts";

/** How a template of Ollama, in Go's notation, writes a call. */
const goTemplate = (open: string, close: string) =>
  `{{ if .Content }}{{ .Content }}{{ else if .ToolCalls }}${open}{{ range .ToolCalls }}{{ .Function }}{{ end }}${close}{{ end }}`;
const jinja =
  "{%- for call in message.tool_calls %}[TOOL_CALLS]{{ call.name }}[ARGS]{{ call.arguments }}{%- endfor %}";

const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const u64 = (value: number) => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);

async function modelFile(template: string): Promise<string> {
  const path = join(await temporaryFolder(), "m.gguf");
  const entry = Buffer.concat([text("tokenizer.chat_template"), u32(8), text(template)]);
  await writeFile(path, Buffer.concat([Buffer.from("GGUF"), u32(3), u64(0), u64(1), entry]));
  return path;
}

describe("the family of a model whose server does not show its template in its properties", () => {
  const servers = new FakeServers();
  afterEach(() => servers.close());

  it.each([
    ["hermes", { template: goTemplate("<tool_call>", "</tool_call>") }],
    ["mistral", { template: goTemplate("[TOOL_CALLS] [", "]") }],
    ["mistral", { template: "{{ .Prompt }}", model_info: { "tokenizer.chat_template": jinja } }],
    [undefined, { template: "{{ .Prompt }}" }],
    [undefined, {}],
  ])("is %s by what Ollama shows of it", async (family, shown) => {
    const url = await servers.serve({ "/v1/models": { data: [] }, "/api/show": shown });
    const { grammar, identity } = await askIdentity({ kind: "ollama", url, model: "some:7b" });
    expect(grammar).toBe(family);
    // A profile that was made before belongs to it still.
    expect(identity.template).toBe("");
    expect(servers.asked).toContain("POST /api/show");
  });

  it("is told by the template in the model's file", async () => {
    const url = await servers.serve({ "/props": {}, "/v1/models": { data: [] } });
    const told = async (source: string) => (await askIdentity({ kind: "llama-cpp", url }, source)).grammar;
    expect(await told(await modelFile(jinja + " ".repeat(20_000)))).toBe("mistral");
    expect(await told(await modelFile("{{ messages }}"))).toBeUndefined();
    expect(await told(join(await temporaryFolder(), "gone.gguf"))).toBeUndefined();
    expect(await told("http://127.0.0.1:1")).toBeUndefined();
  });

  it("is asked of nobody else where the properties tell it", async () => {
    const url = await servers.serve({ "/props": { chat_template: jinja }, "/v1/models": { data: [] } });
    const before = servers.asked.length;
    expect((await askIdentity({ kind: "ollama", url, model: "some:7b" })).grammar).toBe("mistral");
    expect(servers.asked.slice(before).toSorted()).toEqual(["GET /props", "GET /v1/models"]);
  });
});
