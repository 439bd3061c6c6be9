import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { profileFolder } from "../../src/profiles/profile-folder.ts";

describe("what was learned about a model", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-profiles-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const identity = { server: "llama-cpp b11669", model: "Qwen3 8B/Q4", template: "6bbd8df16831" };
  const learned = {
    ...identity,
    source: "/models/qwen3.gguf",
    window: 32_768,
    audit: { call: true, user: false, without: true },
    reasoning: "omit" as const,
  };
  const onlyFile = async () => join(folder, (await readdir(folder))[0] ?? "none");

  it("is kept as a file that people can read, under a name that is no path", async () => {
    const profiles = profileFolder(folder);
    await profiles.write(learned);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^qwen3-8b-q4-[0-9a-f]{8}\.toml$/)]);
    expect(await readFile(await onlyFile(), "utf8")).toMatch(
      /^# [^\n]*\n\n[^\n]*\nmodel = "Qwen3 8B\/Q4"\n.*\[audit\]\ncall = true/s,
    );
    expect(await profiles.read(identity)).toEqual(learned);
    expect(await profiles.read({ ...identity, template: "another" })).toBeUndefined();
    expect(await profiles.latestFrom("/models/qwen3.gguf")).toEqual(learned);
    expect(await profiles.latestFrom("/models/other.gguf")).toBeUndefined();
  });

  it("is only ever added to: what a person wrote stays, and so does what a newer Kestrel wrote", async () => {
    const profiles = profileFolder(folder);
    await profiles.write(learned);
    const file = await onlyFile();
    const edited = (await readFile(file, "utf8")).replace(
      'reasoning = "omit"',
      'reasoning = "send"\ntomorrow = "unknown here"',
    );
    await writeFile(file, edited);
    await profiles.write({ ...learned, window: 4096, calls: "native" });
    expect(await profiles.read(identity)).toMatchObject({
      reasoning: "send",
      window: 32_768,
      calls: "native",
    });
    expect(await readFile(file, "utf8")).toContain('tomorrow = "unknown here"');
  });

  it("remembers what its server refuses, each once, beside what stands there", async () => {
    const profiles = profileFolder(folder);
    expect(await profiles.leaveOut(identity, "stop")).toBeUndefined();
    await profiles.write(learned);
    await profiles.leaveOut(identity, "stream_options");
    expect(await profiles.leaveOut(identity, "stop")).toEqual(["stream_options", "stop"]);
    await profiles.leaveOut(identity, "stop");
    expect(await profiles.read(identity)).toEqual({ ...learned, left_out: ["stream_options", "stop"] });
  });

  it("is another's where another size has the same name", async () => {
    const profiles = profileFolder(folder);
    const [small, large] = [
      { ...learned, size: 4_683_071_488, calls: "native" as const },
      { ...learned, size: 8_522_772_480, source: "/models/large/qwen3.gguf" },
    ];
    await profiles.write(small);
    await profiles.write(large);
    expect(await readdir(folder)).toHaveLength(2);
    expect(await profiles.read({ ...identity, size: small.size })).toEqual(small);
    expect(await profiles.read({ ...identity, size: large.size })).toEqual(large);
    expect(await profiles.read({ ...identity, size: 1 })).toBeUndefined();
  });

  it("from before sizes were kept goes on for the model that it was learned from, in the same file", async () => {
    const profiles = profileFolder(folder);
    await profiles.write(learned);
    const file = await onlyFile();
    const sized = { ...identity, size: 4_683_071_488 };
    const other = { ...sized, source: "/models/other.gguf" };
    expect(await profiles.read(other)).toBeUndefined();
    expect(await profiles.read({ ...sized, source: learned.source })).toEqual(learned);
    await profiles.write({ ...learned, size: sized.size });
    expect(await onlyFile()).toBe(file);
    expect(await profiles.read(sized)).toEqual({ ...learned, size: sized.size });
    // The same file, replaced by another model: what was learned of the first is not told of it.
    expect(await profiles.read({ ...sized, size: 1, source: learned.source })).toBeUndefined();
    await profiles.write({ ...other, size: 1 });
    expect(await profiles.read({ ...other, size: 1 })).toEqual({ ...other, size: 1 });
    expect(await readdir(folder)).toHaveLength(2);
  });

  it("counts on how calls came in, and changes nothing else", async () => {
    const profiles = profileFolder(folder);
    const turn = {
      calls: 3,
      recovered: { text: 2 },
      repaired: { json: 1 },
      rejected: 1,
      unparsed: 0,
    };
    expect(await profiles.count(identity, turn)).toBeUndefined();
    await profiles.write(learned);
    expect(await profiles.count(identity, turn)).toEqual(turn);
    await profiles.count(identity, { ...turn, recovered: { reasoning: 1 }, repaired: {} });
    expect(await profiles.read(identity)).toEqual({
      ...learned,
      landing: {
        calls: 6,
        recovered: { text: 2, reasoning: 1 },
        repaired: { json: 1 },
        rejected: 2,
        unparsed: 0,
      },
    });
    await profiles.write({ ...learned, landing: turn });
    expect((await profiles.read(identity))?.landing?.calls).toBe(6);
  });

  it("is left alone when it cannot be read, and not used", async () => {
    const profiles = profileFolder(folder);
    await profiles.write(learned);
    await writeFile(await onlyFile(), "this = is = not toml");
    await profiles.write({ ...learned, calls: "native" });
    expect(await readFile(await onlyFile(), "utf8")).toBe("this = is = not toml");
    expect(await profiles.read(identity)).toBeUndefined();
  });
});
