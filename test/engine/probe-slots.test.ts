import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backendForEngine } from "@kestrel/backends";
import { backendInUse, createEngine, ModelEngine, modelKnowledge, whatWouldRun } from "@kestrel/runtime";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { profileFolder } from "../../packages/store/src/index.ts";
import { testEngine } from "../machine.ts";
import { forgetfulTemplate } from "../models/forgetful-template.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");

describe.skipIf(testEngine === undefined)("what is known of an engine of our own", () => {
  let folder = "";
  const model = () => join(folder, "scripted.gguf");
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-slots-"));
    await writeScriptedModel(model(), { plain: { says: "Hello." } });
    await writeRandomModel(join(folder, "sliding.gguf"), "gemma3");
    await writeRandomModel(join(folder, "hybrid.gguf"), "lfm2");
  });
  beforeEach(() => rm(join(folder, "profiles"), { recursive: true, force: true }));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const profiles = () => profileFolder(join(folder, "profiles"));
  async function knowing(modelPath: string) {
    const runFolder = await mkdtemp(join(folder, "run-"));
    const templateFile = (await profiles().latestFrom(modelPath))?.template_file;
    const common = { enginePath: testEngine ?? "", runFolder, window: 4096, threads: 1 };
    const spec = { source: "self" as const, modelPath, templateFile, ...common };
    const first = { engine: createEngine(spec, { supervisorPath }), source: modelPath };
    const engine: ModelEngine = new ModelEngine(first, {
      idleMs: 0,
      now: Date.now,
      facts: () => backend.facts(),
    });
    onTestFinished(() => engine.stop());
    const speaker = backendForEngine((cancel) => engine.ready(cancel), {});
    const backend = backendInUse(speaker, engine);
    const source = () => modelPath;
    const speaking = () => backend;
    const traits = () => undefined;
    const knowledge = modelKnowledge({ engine, backend, speaking, profiles: profiles(), source, traits });
    return { spec, engine, backend, knowledge, slots: join(runFolder, "slots") };
  }

  it("two files of one name and another size are two models", async () => {
    const paths = [join(folder, "sliding.gguf"), join(folder, "wider", "sliding.gguf")];
    await writeRandomModel(paths[1] ?? "", "gemma3", { width: 256 });
    const learned = [];
    for (const path of paths) {
      const { knowledge, engine } = await knowing(path);
      learned.push(await knowledge.profile());
      await engine.stop();
    }
    const [small, wide] = learned;
    expect(wide).toMatchObject({ model: small?.model, template: small?.template, server: small?.server });
    expect(wide?.size).toBeGreaterThan(small?.size ?? Number.NaN);
    expect(await readdir(join(folder, "profiles"))).toHaveLength(2);
    expect(await profiles().read({ server: "", model: "", template: "", ...wide })).toEqual(wide);
  });

  it("a slot that comes back from its file is reused, and the file is gone", async () => {
    const { knowledge, slots } = await knowing(model());
    const { slot_restore, slot_count } = await knowledge.profile("restore");
    console.log("scripted", slot_restore, slot_count);
    expect(slot_restore).toBe(true);
    expect(slot_count?.restored).toBe(slot_count?.saved);
    expect(slot_count?.reused).toBeGreaterThanOrEqual(0.9 * (slot_count?.prompt ?? Number.NaN));
    expect((await stat(slots)).mode & 0o777).toBe(0o700);
    expect(await readdir(slots)).toEqual([]);
  });

  it("a slot that was erased and did not come back is not believed", async () => {
    const { knowledge, engine } = await knowing(model());
    const { slotFolder = "" } = await engine.ready(new AbortController().signal);
    // Saving into a folder that is gone fails; the server then has nothing to bring back.
    await rm(slotFolder, { recursive: true });
    const { slot_restore, slot_count } = await knowledge.profile("restore");
    expect({ slot_restore, slot_count }).toEqual({ slot_restore: false, slot_count: undefined });
  });

  it("a slot is left alone while a session's turn runs", async () => {
    const { knowledge, engine } = await knowing(model());
    await knowledge.profile();
    const leave = engine.occupy();
    await expect(knowledge.profile("restore")).rejects.toMatchObject({ code: "busy" });
    leave({ lost: false });
    expect((await knowledge.profile("restore")).slot_restore).toBe(true);
  });

  it.each(["sliding", "hybrid"])(
    "a %s cache is judged by the tokens that were really reused",
    async (name) => {
      const { knowledge, slots } = await knowing(join(folder, `${name}.gguf`));
      const { slot_restore, slot_count } = await knowledge.profile("restore");
      console.log(name, slot_restore, slot_count);
      const { prompt, reused } = slot_count ?? expect.fail("no figures");
      expect(slot_restore).toBe(reused >= 0.9 * prompt);
      expect(await readdir(slots)).toEqual([]);
    },
  );

  it("a template file that a profile names is what the engine serves, now and at the next start", async () => {
    const file = join(folder, "own.jinja");
    await writeFile(file, forgetfulTemplate);
    const plain = await (await knowing(model())).knowledge.profile();
    await rm(join(folder, "profiles"), { recursive: true });
    await profiles().write({ ...plain, template_file: file });
    const first = await knowing(model());
    const served = await first.knowledge.profile();
    expect(await whatWouldRun(first.spec)).toEqual(expect.arrayContaining(["--chat-template-file", file]));
    expect(served.template).not.toBe(plain.template);
    expect(served).toMatchObject({ template_file: file, audit: { user: false }, reasoning: "omit" });
    const second = await knowing(model());
    expect((await second.knowledge.profile()).template).toBe(served.template);
  });

  it("a template file that is not there is told before anything starts", async () => {
    const { spec } = await knowing(model());
    const missing = createEngine({ ...spec, templateFile: join(folder, "none.jinja") }, { supervisorPath });
    await expect(missing.ready(new AbortController().signal)).rejects.toMatchObject({
      code: "config_invalid",
      params: { key: "template_file" },
    });
    await missing.stop();
  });
});
