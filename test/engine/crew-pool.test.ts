import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { poolMargin } from "../../packages/core/src/index.ts";
import { modelScanner, sweepOrphans } from "../../packages/runtime/src/index.ts";
import { endByPid, isAlive } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { testEngine } from "../machine.ts";
import { nanoModel } from "../models/nano-model.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { crewed, givenCrew, never, said } from "./given-crew.ts";

describe.skipIf(testEngine === undefined)("a crew on real llama-servers", () => {
  it("starts each model when it is first asked, beside the lead, and ends them all with the daemon", async () => {
    const { here, crew, model, runs, end, paths } = await givenCrew();
    const session = crewed({ copilot: { path: await model("second") }, critic: { path: nanoModel } });
    const [copilot, critic] = [crew.member("copilot", session), crew.member("critic", session)];
    expect(await runs()).toEqual([]);
    expect(crew.engines().map(({ status }) => status.state)).toEqual(["stopped", "stopped"]);

    expect(await said(copilot?.backend)).toMatchObject({
      words: expect.stringMatching(/\S/),
      last: { kind: "done" },
    });
    expect(await runs()).toHaveLength(1);
    await here.engine.ready(never);
    expect(await said(critic?.backend)).toMatchObject({ last: { kind: "done" } });
    expect(await runs()).toHaveLength(2 + 1);

    expect(crew.member("copilot", session)?.backend).toBe(copilot?.backend);
    const [one, other] = crew.engines();
    expect(one).toMatchObject({
      roles: ["copilot"],
      status: { state: "ready", label: "second", memory: { weights: expect.any(Number) } },
    });
    expect(other?.status.pid).not.toBe(one?.status.pid);
    expect(one?.status.command?.join(" ")).toContain("second.gguf");
    await end();
    expect(await runs()).toEqual([]);
    expect(existsSync(join(paths.run, "crew", one?.id ?? "", "engine.key"))).toBe(false);
  });

  it("is started again when it was killed, and answers the next one", async () => {
    const { crew, model } = await givenCrew();
    const copilot = crew.member("copilot", crewed({ copilot: { path: await model("second") } }));
    await said(copilot?.backend);
    const pid = crew.engines()[0]?.status.pid;
    endByPid(pid);
    const isAnother = () =>
      crew.engines().some(({ status }) => status.state === "ready" && status.pid !== pid);
    await expect.poll(isAnother).toBe(true);
    expect(await said(copilot?.backend)).toMatchObject({ last: { kind: "done" } });
  });

  it("says why it cannot start, as a reply that failed", async () => {
    const { crew, folder } = await givenCrew();
    const shelf = join(folder, "config", "loadouts");
    await mkdir(shelf);
    const none = join(folder, "none.gguf");
    await writeFile(join(shelf, "none.toml"), `[crew.critic]\npath = ${JSON.stringify(none)}\n`);
    const missing = crew.member("critic", crewed({ critic: { path: none } }));
    expect((await said(missing?.backend)).last).toMatchObject({
      kind: "failed",
      failure: { code: "model_file_invalid", params: { key: "crew.critic.path" } },
    });
    const locked = { url: "http://127.0.0.1:9", api_key_env: "KESTREL_TEST_NOT_SET" };
    const named = Object.entries(locked).map(([key, value]) => `${key} = "${value}"\n`);
    await writeFile(join(shelf, "locked.toml"), `[crew.copilot]\n${named.join("")}`);
    expect((await said(crew.member("copilot", crewed({ copilot: locked }))?.backend)).last).toMatchObject({
      failure: { code: "config_invalid", params: { key: "crew.copilot.api_key_env" } },
    });
  });

  it("gives its place to the next where memory holds one of them, and is refused where it holds none", async () => {
    let available = Number.MAX_SAFE_INTEGER;
    const { crew, lead, model, runs } = await givenCrew({ available: () => available });
    const session = crewed({
      copilot: { path: await model("second") },
      critic: { path: await model("third") },
    });
    await said(crew.member("copilot", session)?.backend);
    const scanner = modelScanner([]);
    scanner.include(lead, "configured");
    const { weights = 0, cache = 0 } = (await scanner.scan())[0]?.memory ?? {};
    const mapped = crew.engines()[0]?.status.memory?.weights ?? 0;
    expect(mapped).toBeGreaterThan(0);
    // The lead's place, the weights of the one that runs, and a byte less than another takes.
    available = poolMargin + weights + cache + mapped + (weights + cache - 1);
    await said(crew.member("critic", session)?.backend);
    expect(crew.engines().map(({ status }) => status.state)).toEqual(["stopped", "ready"]);
    expect(await runs()).toHaveLength(1);

    available = 0;
    await expect.poll(() => crew.engines()[1]?.status.state).toBe("stopped");
    expect((await said(crew.member("copilot", session)?.backend)).last).toMatchObject({
      failure: { code: "engine_start_failed", params: { reason: "memory", room: 0 } },
    });
  });

  it("is nobody where its seat is the lead's own model on one slot", async () => {
    const { crew, lead, here } = await givenCrew();
    await here.engine.ready(never);
    expect(crew.member("copilot", crewed({ copilot: { path: lead } }))).toBeUndefined();
    expect(crew.member("critic", crewed({ copilot: { path: lead } }))).toBeUndefined();
    expect(crew.member("critic", { sessionId: crewed({}).sessionId })).toBeUndefined();
    expect(crew.engines()).toEqual([]);
  });

  it("measures texts on an engine that does nothing else", async () => {
    const { crew, folder } = await givenCrew();
    const path = join(folder, "embeds.gguf");
    await writeRandomModel(path, "llama");
    const librarian = crew.librarian(crewed({ librarian: { path } }));
    const [one, same, other] = (await librarian?.embedder.embed(["a gate", "a gate", "bread"], never)) ?? [];
    expect(one).toEqual(same);
    expect(other).toHaveLength(one?.length ?? 0);
    expect(crew.engines()).toMatchObject([
      { roles: ["librarian"], status: { state: "ready", label: "embeds" } },
    ]);
  });

  it("that outlived its daemon is ended by the next one, by the record of each", async () => {
    const { crew, paths, model, runs } = await givenCrew();
    await said(crew.member("copilot", crewed({ copilot: { path: await model("second") } }))?.backend);
    const { pid = 0 } = crew.engines()[0]?.status ?? {};
    expect(isAlive(pid)).toBe(true);
    expect(await sweepOrphans(paths.run)).toBe(pid);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(existsSync(join(paths.run, "crew"))).toBe(false);
    await crew.close();
    expect(await runs()).toEqual([]);
  });
});
