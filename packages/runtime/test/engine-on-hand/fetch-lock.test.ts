import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { whileFetching } from "../../src/engine-on-hand/fetch-lock.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

describe("two who want to fetch an engine", () => {
  let dataDir = "";
  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  const fetched = () =>
    whileFetching(
      dataDir,
      () => {},
      async () => "done",
    );

  it("go one after the other, and the second is told that it waits", async () => {
    const story: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await whileFetching(
      dataDir,
      () => story.push("first waits"),
      async () => {
        story.push("first begins");
        // Whoever asks first need not be the first to have it: the second one asks when it is taken.
        await new Promise<void>((resolve) => {
          second = whileFetching(dataDir, resolve, async () => story.push("second begins"));
        });
        story.push("first ends");
      },
    );
    await second;
    expect(story).toEqual(["first begins", "first ends", "second begins"]);
  });

  it("do not wait for one who is dead", async () => {
    await mkdir(join(dataDir, "engine"), { recursive: true });
    // No process has this id: it is above the largest that Linux gives.
    await writeFile(join(dataDir, "engine/fetching.lock"), "4194305");
    expect(await fetched()).toBe("done");
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
    expect(await fetched()).toBe("done");
  });
});
