import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { testEngine } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { startLlamaServer } from "./start-llama-server.ts";

const route = "POST /v1/embeddings";
/** Where nobody listens. */
const nobody = "http://127.0.0.1:9";

describe("the doctor on a server of embeddings", () => {
  let home: KestrelHome;
  let server: FakeModelServer;
  const configFile = () => join(home.dataFolder, "config", "config.toml");
  beforeAll(async () => {
    home = await kestrelHome({});
    server = await FakeModelServer.start();
  });
  afterAll(() => server.stop());

  /** Its findings with this configuration; the model that chats is not the matter here. */
  async function examined(config: string, environment: Record<string, string> = {}) {
    await writeFile(configFile(), config);
    const place = { ...home, environment: { ...home.environment, ...environment } };
    const { out, code } = await kestrel(place, ["doctor", "--json", "--url", nobody]);
    const { findings } = JSON.parse(out) as {
      findings: { check: string; level: string; text: string; fix?: string; facts?: object }[];
    };
    return { code, findings: findings.filter(({ check }) => check === "embeddings") };
  }
  const named = (url: string, more = "") => `[embeddings]\nurl = "${url}"\n${more}`;
  const vectors = (...all: number[][]) => ({ data: all.map((embedding) => ({ embedding })) });
  const edit = () => `\${EDITOR:-vi} '${configFile()}'`;
  const port = () => new URL(server.url).port;

  it("says nothing where none is configured", async () => {
    expect((await examined("")).findings).toEqual([]);
  });

  it("sends two words there and back, with the key, and tells dimensions and time", async () => {
    server.answers(route, vectors([1, 0, 0], [0, 2, 0]));
    const config = named(server.url, 'model = "nomic"\napi_key_env = "MY_KEY"\n');
    const { findings } = await examined(config, { MY_KEY: "the-secret-key" });
    expect(findings).toEqual([
      {
        check: "embeddings",
        level: "ok",
        facts: { url: server.url, model: "nomic", dimensions: 3, milliseconds: expect.any(Number) },
        text: expect.stringMatching(/^embeddings: nomic at http:.*, 3 dimensions \(\d+ ms\)$/),
      },
    ]);
    const heard = server.heard.at(-1);
    expect(heard?.headers.authorization).toBe("Bearer the-secret-key");
    expect(JSON.parse(heard?.body ?? "")).toMatchObject({ model: "nomic", input: ["kestrel", "arithmetic"] });
  });

  it("speaks Chinese too, in one line", async () => {
    server.answers(route, vectors([1, 0], [0, 2]));
    await writeFile(configFile(), named(server.url));
    const chinese = { ...home, environment: { ...home.environment, LANG: "zh_CN.UTF-8" } };
    const { out } = await kestrel(chinese, ["doctor", "--url", nobody]);
    expect(out).toMatch(new RegExp(`^ok +嵌入：${server.url}，2 维（\\d+ 毫秒）$`, "m"));
  });

  it("warns of a model to which all words are one", async () => {
    server.answers(route, vectors([1, 1], [2, 2]));
    const { findings } = await examined(named(server.url));
    expect(findings).toEqual([
      expect.objectContaining({ level: "warn", text: expect.stringContaining("the same vector") }),
    ]);
  });

  it.each([
    ["a chat server", 501, "This server does not support embeddings", "gives none", "start"],
    ["a model without pooling", 400, "Pooling type 'none' is not OAI compatible.", "gives none", "pool"],
    ["no such route", 404, "Not Found", "gives none", "start"],
    ["another model", 404, "model 'nomic' not found", "does not have the model nomic", "edit"],
    ["a key", 401, "Invalid API key: the-secret-key", "`embeddings.api_key_env`", "edit"],
    ["anything else", 500, "it broke", "The model's server failed: it broke", "edit"],
  ])("names %s with one remedy", async (_, status, message, says, remedy) => {
    server.answers(route, { error: { message } }, status);
    const config = named(server.url, 'model = "nomic"\napi_key_env = "MY_KEY"\n');
    const { findings, code } = await examined(config, { MY_KEY: "the-secret-key" });
    const fixes: Record<string, string> = {
      start: `llama-server --embeddings -m MODEL.gguf --port ${port()}`,
      pool: `llama-server --embeddings --pooling mean -m MODEL.gguf --port ${port()}`,
      edit: edit(),
    };
    expect(findings).toMatchObject([
      { level: "fail", text: expect.stringContaining(says), fix: fixes[remedy] },
    ]);
    expect(JSON.stringify(findings)).not.toContain("the-secret-key");
    expect(code).toBe(1);
  });

  it("takes a server that still loads for one that comes", async () => {
    server.answers(route, { error: { message: "Loading model", type: "unavailable_error" } }, 503);
    const { findings } = await examined(named(server.url));
    expect(findings).toMatchObject([{ level: "warn", fix: expect.stringMatching(/kestrel\.cjs doctor$/) }]);
  });

  it.each([
    ["an address where nobody answers", named(nobody), `${nobody} (\`embeddings.url\``, "--port 9"],
    ["a model without an address", '[embeddings]\nmodel = "nomic"\n', "`embeddings.url`", "config.toml"],
    [
      "a variable for a key that is not set",
      named(nobody, 'api_key_env = "MY_KEY"\n'),
      "`embeddings.api_key_env`",
      "config.toml",
    ],
  ])("places %s", async (_, config, says, fix) => {
    const { findings } = await examined(config);
    expect(findings).toMatchObject([{ level: "fail", fix: expect.stringContaining(fix) }]);
    expect(findings[0]?.text).toContain(says);
    expect(findings[0]?.text).toContain(configFile());
    expect(findings[0]?.text).not.toMatch(/[{}⟨⟩]|undefined/);
  });

  it.skipIf(testEngine === undefined)("works with a llama-server that was started for it", async () => {
    const model = join(home.workspace, "random.gguf");
    await writeRandomModel(model, "llama");
    const flags = ["--embeddings", "--pooling", "mean"];
    const llama = await startLlamaServer(testEngine ?? "", model, flags);
    onTestFinished(() => llama.stop());
    const { findings } = await examined(named(llama.url));
    expect(findings).toMatchObject([{ level: "ok", facts: { url: llama.url } }]);
    expect(findings[0]?.text).toMatch(/, [1-9]\d* dimensions \(\d+ ms\)$/);
  });
});
