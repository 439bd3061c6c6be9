import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { chooseFiles } from "../../src/downloads/choose-files.ts";
import { freeBytes, ModelDownloads } from "../../src/downloads/model-downloads.ts";
import { planDownload } from "../../src/downloads/plan-download.ts";
import { FakeHub, ggufBytes } from "./fake-hub.ts";

const repository = "Ada/tiny-GGUF";
const model = ggufBytes(300_000);

describe("downloading a model", () => {
  let folder: string;
  let hub: FakeHub;
  let token: string | undefined;
  let rows: readonly unknown[];
  let mostUnsized: number | undefined;
  let listingMs: number | undefined;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), "kestrel-downloads-")), "models");
    hub = await FakeHub.start();
    token = undefined;
    rows = [];
    mostUnsized = undefined;
    listingMs = undefined;
    onTestFinished(async () => {
      await hub.stop();
      await rm(dirname(folder), { recursive: true, force: true });
    });
  });

  /** A daemon's downloads; the list that it keeps outlives it. */
  function given(): ModelDownloads {
    const downloads = new ModelDownloads({
      folder,
      hub: { url: hub.url, token: () => token, variable: "HF_TOKEN", listingMs },
      mostUnsized,
      kept: {
        read: async () => rows,
        write: async (kept) => {
          rows = JSON.parse(JSON.stringify(kept)) as unknown[];
        },
      },
      known: (name) => (name === "tiny" ? `hf:${repository}` : undefined),
      firstPauseMs: 1,
    });
    onTestFinished(() => downloads.close());
    return downloads;
  }

  const settled = (downloads: ModelDownloads, id: string, state = /done|failed|paused/) =>
    vi.waitFor(
      async () => {
        const found = (await downloads.list()).find((one) => one.id === id);
        expect(found?.state).toMatch(state);
        return found;
      },
      { timeout: 20_000, interval: 5 },
    );

  const file = (name: string) => join(folder, "Ada", "tiny-GGUF", name);
  const refusal = (code: string, params: object) =>
    expect.objectContaining({ code, params: expect.objectContaining(params) as unknown });

  it("follows the hub to the host of the file, compares its sum and puts it into a folder of its repository", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": model, "tiny-Q8_0.gguf": ggufBytes(9_000) });
    const downloads = given();
    const { id, total, name } = await downloads.start("tiny");
    expect({ total, name }).toEqual({ total: model.length, name: "tiny-Q4_K_M" });
    expect(downloads.running()).toBe(true);
    const done = await settled(downloads, id);
    expect(done).toMatchObject({ state: "done", received: model.length, verified: true });
    expect(await readFile(file("tiny-Q4_K_M.gguf"))).toEqual(model);
    expect(await readdir(file(""))).toEqual(["tiny-Q4_K_M.gguf"]);
    expect(downloads.running()).toBe(false);
    expect(rows).toEqual([]);
    expect(hub.asked.map(({ host }) => host)).toEqual(["hub", "hub", "cdn"]);
  });

  it("refuses a file whose sum is wrong and keeps nothing of it", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, sum: "ab".repeat(32) } });
    const downloads = given();
    const failed = await settled(downloads, (await downloads.start(`hf:${repository}`)).id);
    expect(failed).toMatchObject({
      state: "failed",
      received: 0,
      failure: { code: "download_failed", params: { reason: "download_checksum" } },
    });
    expect(await readdir(file(""))).toEqual([]);
  });

  it("goes on where the connection broke, and asks only for what is missing", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, breaksAfter: 100_000 } });
    const downloads = given();
    expect(await settled(downloads, (await downloads.start("tiny")).id)).toMatchObject({ state: "done" });
    expect(await readFile(file("tiny-Q4_K_M.gguf"))).toEqual(model);
    const starts = hub.asked.filter(({ host }) => host === "cdn").map(({ headers }) => headers.range);
    expect(starts[0]).toBeUndefined();
    expect(starts.length).toBeGreaterThan(1);
    for (const range of starts.slice(1)) expect(range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(hub.asked.at(-1)?.headers["if-range"]).toMatch(/^"/);
  });

  it("waits a server out that is busy, and starts again where a host knows no ranges", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, holds: true } });
    hub.failures.push(503, 429);
    hub.withoutRanges = true;
    const downloads = given();
    const { id } = await downloads.start("tiny");
    await hub.held();
    await vi.waitFor(async () => expect((await stat(file("tiny-Q4_K_M.gguf.part"))).size).toBeGreaterThan(0));
    expect(await downloads.pause(id)).toMatchObject({ state: "paused" });
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    await downloads.start("tiny");
    expect(await settled(downloads, id, /done/)).toMatchObject({ received: model.length });
    expect(await readFile(file("tiny-Q4_K_M.gguf"))).toEqual(model);
  });

  it("goes on by itself with the next daemon, from the bytes that are there; one that was paused waits", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, holds: true } });
    const other = "Ada/other";
    hub.has(other, { "other-Q4_K_M.gguf": { bytes: ggufBytes(50_000, 7), holds: true } });
    const first = given();
    const { id } = await first.start("tiny");
    const paused = await first.start(`hf:${other}`);
    await vi.waitFor(async () =>
      expect((await stat(file("tiny-Q4_K_M.gguf.part"))).size).toBeGreaterThan(1_000),
    );
    await first.pause(paused.id);
    await first.close();
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    const before = hub.asked.length;
    const second = given();
    await second.begin();
    expect(await settled(second, id, /done/)).toMatchObject({ verified: true });
    expect(await readFile(file("tiny-Q4_K_M.gguf"))).toEqual(model);
    expect(hub.asked[before]?.headers.range).toMatch(/^bytes=[1-9]/);
    expect((await second.list()).find((one) => one.id === paused.id)).toMatchObject({ state: "paused" });
  });

  it("takes all parts of a model in several files and its projector, and none of them appears before the last", async () => {
    const parts = [ggufBytes(40_000, 1), ggufBytes(30_000, 2)];
    hub.has(repository, {
      "Q4_K_M/tiny-Q4_K_M-00001-of-00002.gguf": parts[0] as Buffer,
      "Q4_K_M/tiny-Q4_K_M-00002-of-00002.gguf": { bytes: parts[1] as Buffer, holds: true },
      "tiny-Q8_0.gguf": ggufBytes(6_000, 5),
      "tiny-Q8_0-00001-of-00002.gguf": ggufBytes(3_000, 6),
      "mmproj-F16.gguf": ggufBytes(5_000, 3),
      "mmproj-F32.gguf": ggufBytes(9_000, 4),
    });
    const downloads = given();
    const { id, total } = await downloads.start(`hf:${repository}:Q4_K_M`);
    expect(total).toBe(75_000);
    await hub.held();
    const names = async () => (await readdir(file("Q4_K_M"))).filter((name) => name.endsWith(".gguf"));
    expect(await names()).toEqual([]);
    hub.letGo();
    await settled(downloads, id, /done/);
    expect(await names()).toEqual([
      "mmproj-F16.gguf",
      "tiny-Q4_K_M-00001-of-00002.gguf",
      "tiny-Q4_K_M-00002-of-00002.gguf",
    ]);
    // One that is there whole as well is taken whole.
    expect(await downloads.start(`hf:${repository}:Q8_0`)).toMatchObject({ files: 2, total: 11_000 });
  });

  it("says which quantisations there are where none fits, and what else cannot be had", async () => {
    hub.has(repository, { "a-Q2_K.gguf": model, "a-Q3_K_S.gguf": model });
    hub.has("Ada/words", { "README.md": Buffer.from("no model") });
    hub.has("Ada/half", { "h-00001-of-00002.gguf": model });
    hub.has("Ada/evil", { "../../../x-Q4_K_M.gguf": model });
    const downloads = given();
    const refused = (source: string, params: object) =>
      expect(downloads.start(source)).rejects.toEqual(refusal("download_refused", params));
    await refused(`hf:${repository}:Q4`, { reason: "download_quantisation", candidates: "Q2_K, Q3_K_S" });
    await refused("hf:Ada/words", { reason: "download_no_gguf" });
    await refused("hf:Ada/half", { reason: "download_parts" });
    await refused("hf:Ada/evil", { reason: "download_name" });
    await refused("hf:../etc", { reason: "download_name" });
    await refused("hf:Ada/../../etc", { reason: "download_name" });
    await refused(`${hub.url.replace("127.0.0.1", "example.org")}/x/m.gguf`, { reason: "download_https" });
    await refused(`${hub.url.replace("http:", "ftp:")}/m.gguf`, { reason: "download_https" });
    await refused(`${hub.cdn}/a/b/%2e%2e%2fevil.gguf`, { reason: "download_name" });
    await refused("nothing", { reason: "download_unknown" });
    expect(existsSync(folder)).toBe(false);
  });

  it("says what a gated repository wants, and never shows its token to another host", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    hub.gated.set(repository, ["right"]);
    const downloads = given();
    await expect(downloads.start("tiny")).rejects.toEqual(
      refusal("download_auth", { status: 401, variable: "HF_TOKEN", name: repository }),
    );
    token = "wrong";
    await expect(downloads.start("tiny")).rejects.toEqual(
      refusal("download_auth", { status: 403, url: `${hub.url}/${repository}` }),
    );
    token = "right";
    await settled(downloads, (await downloads.start("tiny")).id, /done/);
    const told = (host: string) =>
      hub.asked.filter((one) => one.host === host).map(({ headers }) => headers.authorization);
    expect(told("hub").at(-1)).toBe("Bearer right");
    expect(told("cdn")).toEqual([undefined]);
    await downloads.start(`${hub.cdn}/${repository}/tiny-Q4_K_M.gguf`);
    await vi.waitFor(() => expect(told("cdn")).toEqual([undefined, undefined]));
  });

  it("is not led out of https or to something that is no model", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": model, "page-Q8_0.gguf": Buffer.from("<html>Log in</html>") });
    const downloads = given();
    expect(await settled(downloads, (await downloads.start(`hf:${repository}:Q8_0`)).id)).toMatchObject({
      failure: { code: "download_failed", params: { reason: "download_not_gguf" } },
    });
    hub.leadsTo = "http://192.0.2.1/model.gguf";
    expect(await settled(downloads, (await downloads.start("tiny")).id)).toMatchObject({
      failure: { code: "download_refused", params: { reason: "download_https" } },
    });
  });

  it("knows a file that is no model by its beginning, in however small pieces it comes", async () => {
    let rest = () => {};
    const server = createServer((_, response) => {
      response.write("GG");
      rest = () => void response.end("IF89a, a picture");
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const downloads = given();
    const { port } = server.address() as AddressInfo;
    const { id } = await downloads.start(`http://127.0.0.1:${port}/picture.gguf`);
    await vi.waitFor(async () => expect((await downloads.list())[0]?.received).toBe(2));
    rest();
    expect(await settled(downloads, id)).toMatchObject({
      failure: { code: "download_failed", params: { reason: "download_not_gguf" } },
    });
  });

  it("puts nothing outside its folder, whatever a host is called", async () => {
    const wanted = { url: hub.url, token: () => undefined, variable: "HF_TOKEN" };
    for (const host of ["..", ".", "...", "..a"]) {
      const { files } = await planDownload(`https://${host}/x.gguf`, wanted, new AbortController().signal);
      expect(files.map(({ path }) => path)).toEqual(["address/x.gguf"]);
    }
  });

  it("counts the room that another download still needs", async () => {
    const size = Math.floor(((await freeBytes(folder)) ?? 0) * 0.6);
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, size, holds: true } });
    hub.has("Ada/other-GGUF", { "other-Q4_K_M.gguf": { bytes: model, size } });
    const downloads = given();
    const { id } = await downloads.start("tiny");
    await expect(downloads.start("hf:Ada/other-GGUF")).rejects.toMatchObject({ code: "download_no_room" });
    await downloads.pause(id);
  });

  it("looks for room before, and keeps what came where the disk fills up under it", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, size: 8e15 } });
    const downloads = given();
    await expect(downloads.start("tiny")).rejects.toEqual(
      refusal("download_no_room", { needs: "7450580.6 GiB", path: folder }),
    );
    expect(hub.asked.every(({ host }) => host === "hub")).toBe(true);
    // Writing to this device fails as on a full disk.
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    await mkdir(file(""), { recursive: true });
    await symlink("/dev/full", file("tiny-Q4_K_M.gguf.part"));
    expect(await settled(downloads, (await downloads.start("tiny")).id)).toMatchObject({
      state: "failed",
      failure: { code: "download_no_room" },
    });
    await rm(file("tiny-Q4_K_M.gguf.part"));
    expect(await settled(downloads, (await downloads.start("tiny")).id)).toMatchObject({ state: "done" });
  });

  it("ends a file that no server tells the size of before it fills the disk, and keeps nothing of it", async () => {
    mostUnsized = 2_000_000;
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, endless: true } });
    const downloads = given();
    const { id, total } = await downloads.start("tiny");
    expect(total).toBeUndefined();
    expect(await settled(downloads, id)).toMatchObject({
      state: "failed",
      received: 0,
      failure: { code: "download_failed", params: { reason: "download_endless" } },
    });
    expect((await stat(file("tiny-Q4_K_M.gguf.part"))).size).toBe(0);
    // A file that says its size is not bound by it, and not one byte more than that is taken.
    mostUnsized = 1_000;
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    expect(await settled(downloads, (await downloads.start("tiny")).id)).toMatchObject({ state: "done" });
  });

  it("compares a model that lies there already with its sum: the right one stays, another one is replaced", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    await mkdir(file(""), { recursive: true });
    await writeFile(file("tiny-Q4_K_M.gguf"), model);
    await writeFile(file("tiny-Q4_K_M.gguf.part"), "what an earlier one left");
    const downloads = given();
    const right = await settled(downloads, (await downloads.start("tiny")).id);
    expect(right).toMatchObject({ state: "done", found: true, verified: true, received: model.length });
    expect(hub.asked.map(({ host, path }) => [host, path])).toEqual([
      ["hub", `/api/models/${repository}/tree/main`],
    ]);
    expect(await readdir(file(""))).toEqual(["tiny-Q4_K_M.gguf"]);
    // As long, and something else.
    await writeFile(file("tiny-Q4_K_M.gguf"), ggufBytes(model.length, 9));
    const replaced = await settled(downloads, (await downloads.start("tiny")).id);
    expect(replaced).toMatchObject({ state: "done", verified: true });
    expect(replaced).not.toHaveProperty("found");
    expect(await readFile(file("tiny-Q4_K_M.gguf"))).toEqual(model);
  });

  it("says of a file without a sum that it is there, not that it is right", async () => {
    await mkdir(join(folder, "127.0.0.1"), { recursive: true });
    await writeFile(join(folder, "127.0.0.1", "plain.gguf"), "anything");
    const downloads = given();
    expect(
      await settled(downloads, (await downloads.start("http://127.0.0.1:9/plain.gguf")).id),
    ).toMatchObject({ state: "done", found: true, verified: false });
  });

  it("gives a listing a minute and 8 MB, however it comes", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    const refused = (reason: string) =>
      expect(given().start("tiny")).rejects.toEqual(refusal("download_refused", { reason }));
    listingMs = 400;
    // A byte now and then, so that it is never silent.
    hub.lists = (response) => {
      const drip = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(drip));
    };
    await refused("download_late");
    listingMs = undefined;
    let sent = 0;
    const piece = " ".repeat(1_000_000);
    hub.lists = (response) => {
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent++;
      };
      response.on("drain", more);
      more();
    };
    await refused("download_listing");
    expect(sent).toBeLessThan(100);
    // Pages share the 8 MB, so that ten of them are no way around it.
    const filler = JSON.stringify(Array.from({ length: 90_000 }, () => ({ type: "directory", path: "x" })));
    hub.lists = (response) =>
      void response
        .writeHead(200, { link: `<${hub.url}/api/models/${repository}/tree/main?next>; rel="next"` })
        .end(filler);
    await refused("download_listing");
  });

  it("chooses among as many parts as a listing can name without stopping the daemon", async () => {
    const path = (at: number) => `m-Q4_K_M-${`${at}`.padStart(5, "0")}-of-99999.gguf`;
    const rows = Array.from({ length: 99_999 }, (_, at) => ({ type: "file", path: path(at + 1), size: 9 }));
    const before = process.cpuUsage();
    const { files } = chooseFiles(rows, {}, repository);
    expect(files).toHaveLength(99_999);
    const { user } = process.cpuUsage(before);
    // Every part compared with every other took over a minute.
    expect(user / 1e6).toBeLessThan(5);
  });

  it("follows a listing to another host without its token", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    token = "secret";
    hub.lists = (response) =>
      void response
        .writeHead(307, { location: `${hub.cdn}/api/models/${repository}/tree/main?recursive=true` })
        .end();
    const downloads = given();
    await settled(downloads, (await downloads.start("tiny")).id, /done/);
    const told = (host: string) =>
      hub.asked.filter((one) => one.host === host).map(({ headers }) => headers.authorization);
    expect(told("hub")).toEqual(["Bearer secret", "Bearer secret"]);
    expect(told("cdn")).toEqual([undefined, undefined]);
  });

  it("runs two at once and the third after them; the same one asked for twice is one", async () => {
    for (const name of ["one", "two", "three"])
      hub.has(`Ada/${name}`, { [`${name}-Q4_K_M.gguf`]: { bytes: ggufBytes(20_000), holds: true } });
    const downloads = given();
    const ids = [];
    for (const name of ["one", "two", "three"]) ids.push((await downloads.start(`hf:Ada/${name}`)).id);
    expect((await downloads.start("hf:Ada/one")).id).toBe(ids[0]);
    const states = async () => (await downloads.list()).map(({ state }) => state).reverse();
    expect(await states()).toEqual(["running", "running", "waiting"]);
    await vi.waitFor(async () => {
      hub.letGo();
      expect(await states()).toEqual(["done", "done", "done"]);
    });
  });

  it("is forgotten with what came of it, and a whole model stays", async () => {
    hub.has(repository, { "tiny-Q4_K_M.gguf": { bytes: model, holds: true } });
    const downloads = given();
    const { id } = await downloads.start("tiny");
    await vi.waitFor(async () => expect((await stat(file("tiny-Q4_K_M.gguf.part"))).size).toBeGreaterThan(0));
    await downloads.drop(id);
    expect(await readdir(file(""))).toEqual([]);
    expect(await downloads.list()).toEqual([]);
    hub.has(repository, { "tiny-Q4_K_M.gguf": model });
    const again = await downloads.start("tiny");
    await settled(downloads, again.id, /done/);
    await downloads.drop(again.id);
    expect(await readdir(file(""))).toEqual(["tiny-Q4_K_M.gguf"]);
    const asked = hub.asked.length;
    expect(await settled(downloads, (await downloads.start("tiny")).id)).toMatchObject({ state: "done" });
    expect(hub.asked.slice(asked).map(({ path }) => path)).toEqual([`/api/models/${repository}/tree/main`]);
  });

  it("takes a file by its address, and says that nothing tells whether it is right", async () => {
    const server = createServer((_, response) => response.end(model));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/plain.gguf?key=1`;
    const downloads = given();
    expect(await settled(downloads, (await downloads.start(url)).id)).toMatchObject({
      state: "done",
      name: "plain",
      verified: false,
      received: model.length,
    });
    expect(await readFile(join(folder, "127.0.0.1", "plain.gguf"))).toEqual(model);
  });

  it("reads a page of the hub as its repository, and leaves a damaged list of downloads alone", async () => {
    rows = [{ id: "x", files: [{ path: "../../up.gguf", url: "http://127.0.0.1:9/" }] }, "nonsense"];
    hub.has(repository, { "tiny-Q4_K_M.gguf": model, "tiny-Q8_0.gguf": ggufBytes(7_000) });
    const downloads = given();
    const { id } = await downloads.start(`${hub.url}/${repository}/blob/main/tiny-Q8_0.gguf`);
    await settled(downloads, id, /done/);
    expect(await readdir(file(""))).toEqual(["tiny-Q8_0.gguf"]);
    await writeFile(file("tiny-Q8_0.gguf"), "cut");
    await settled(
      downloads,
      (await downloads.start(`${hub.url}/${repository}:Q8_0`.replace(`${hub.url}/`, "hf:"))).id,
      /done/,
    );
    expect((await stat(file("tiny-Q8_0.gguf"))).size).toBe(7_000);
  });
});
