import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { deviceFile, keptPort, keptRows } from "../src/index.ts";
import { temporaryData } from "./temporary-data.ts";

describe("the port of a data folder", () => {
  it("is drawn once and kept, and is another one for another folder", async () => {
    const paths = await temporaryData();
    const port = await keptPort(paths);
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
    expect(await keptPort(paths)).toBe(port);
    const others = await Promise.all([1, 2, 3, 4].map(async () => keptPort(await temporaryData())));
    expect(new Set([port, ...others]).size).toBeGreaterThan(1);
  });

  it("is drawn anew when it is taken, and that one is kept", async () => {
    const paths = await temporaryData();
    await keptPort(paths);
    const another = await keptPort(paths, true);
    expect(await keptPort(paths)).toBe(another);
  });

  it.each(["", "80", "99999", "27411x", "-1", "NaN"])(
    "is drawn anew when the file says '%s'",
    async (text) => {
      const paths = await temporaryData();
      await writeFile(join(paths.data, "port"), text);
      expect(await keptPort(paths)).toBeGreaterThanOrEqual(20_000);
    },
  );
});

describe("the browsers that logged in", () => {
  it("are known after a restart, by a file from which nobody gets in", async () => {
    const paths = await temporaryData();
    const devices = await deviceFile(paths);
    const [one, other] = [await devices.admit(), await devices.admit()];
    const file = join(paths.data, "devices.json");
    const text = await readFile(file, "utf8");
    for (const token of [one, other]) expect(text).not.toContain(token);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await deviceFile(paths);
    expect([one, other, "", "x".repeat(64)].map((token) => again.knows(token))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await again.forget()).toBe(2);
    expect(again.knows(one)).toBe(false);
    expect((await deviceFile(paths)).knows(one)).toBe(false);
  });

  it("are at most 32: the one that came first is forgotten", async () => {
    const devices = await deviceFile(await temporaryData());
    const first = await devices.admit();
    for (let count = 1; count < 33; count++) await devices.admit();
    expect(devices.knows(first)).toBe(false);
    expect(await devices.forget()).toBe(32);
  });

  it("are none when the file is not what we wrote", async () => {
    const paths = await temporaryData();
    for (const text of ["{}", "[1]", "not json", ""]) {
      await writeFile(join(paths.data, "devices.json"), text);
      const devices = await deviceFile(paths);
      expect(devices.knows("x")).toBe(false);
      expect(devices.knows(await devices.admit())).toBe(true);
    }
  });
});

describe("a list that is kept", () => {
  it("is for this user alone, whatever the umask, and comes back as it was written", async () => {
    const paths = await temporaryData();
    const umask = process.umask(0);
    await keptRows(paths, "tokens.json")
      .write([{ id: "1", more: ["鸟"] }, "else"])
      .finally(() => process.umask(umask));
    expect((await stat(join(paths.data, "tokens.json"))).mode & 0o777).toBe(0o600);
    expect(await keptRows(paths, "tokens.json").read()).toEqual([{ id: "1", more: ["鸟"] }, "else"]);
  });

  it.each(["{}", '[{"id":"1"', "", "null", " ".repeat(2 << 20)])(
    "begins empty when the file is damaged (%#), and what it said is kept beside it",
    async (text) => {
      const paths = await temporaryData();
      const file = join(paths.data, "tokens.json");
      await writeFile(file, text);
      const reports: string[] = [];
      const hear = (told: unknown) => void reports.push(String((told as { error: Error }).error.message));
      subscribe("kestrel:report", hear);
      onTestFinished(() => void unsubscribe("kestrel:report", hear));
      const rows = keptRows(paths, "tokens.json");
      expect(await rows.read()).toEqual([]);
      await rows.write([{ id: "2" }]);
      const [kept, ...others] = (await readdir(paths.data)).filter((name) => name.includes(".damaged-"));
      expect(others).toEqual([]);
      expect(await readFile(join(paths.data, kept ?? ""), "utf8")).toBe(text);
      expect(reports).toEqual([
        expect.stringMatching(/^tokens\.json was damaged; it is kept as .*\.damaged-\d+$/),
      ]);
      expect(await rows.read()).toEqual([{ id: "2" }]);
    },
  );
});
