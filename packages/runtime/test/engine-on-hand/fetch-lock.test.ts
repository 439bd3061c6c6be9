import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whileFetching } from "../../src/engine-on-hand/fetch-lock.ts";

describe("two who want to fetch an engine", () => {
  let dataDir = "";
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "kestrel-lock-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it("go one after the other, and the second is told that it waits", async () => {
    const story: string[] = [];
    let secondWaits = () => {};
    const waiting = new Promise<void>((resolve) => {
      secondWaits = resolve;
    });
    const first = whileFetching(
      dataDir,
      () => story.push("first waits"),
      async () => {
        story.push("first begins");
        await waiting;
        story.push("first ends");
      },
    );
    const second = whileFetching(
      dataDir,
      () => secondWaits(),
      async () => story.push("second begins"),
    );
    await Promise.all([first, second]);
    expect(story).toEqual(["first begins", "first ends", "second begins"]);
  });

  it("do not wait for one who is dead", async () => {
    await mkdir(join(dataDir, "engine"), { recursive: true });
    // No process has this id: it is above the largest that Linux gives.
    await writeFile(join(dataDir, "engine/fetching.lock"), "4194305");
    await expect(
      whileFetching(
        dataDir,
        () => {},
        async () => "done",
      ),
    ).resolves.toBe("done");
  });

  it("let go when the work fails", async () => {
    const failing = whileFetching(
      dataDir,
      () => {},
      async () => {
        throw new Error("no network");
      },
    );
    await expect(failing).rejects.toThrow("no network");
    await expect(
      whileFetching(
        dataDir,
        () => {},
        async () => "done",
      ),
    ).resolves.toBe("done");
  });
});
