import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { callsTool, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { fullDisk } from "./kit/full-disk.ts";
import { heldTool } from "./kit/given-bridge.ts";
import { ada, givenChannel, turnsIn } from "./kit/given-channel.ts";

it.each(["begun", "out"])("waits for no turn whose %s could not be written down", async (step) => {
  let isFull = true;
  await fullDisk((text) => isFull && text.includes(`"t":"${step}"`));
  const { telegram, state, until, restarts } = await givenChannel({
    daemon: { replies: [[says("A wren.")], [says("An owl.")]] },
  });
  telegram.says(ada, "Which bird?");
  await until(() => (state().detail ?? "").includes("ENOSPC"));
  isFull = false;
  telegram.says(ada, "And at night?");
  await until(() => state().queue?.in === 2);
  await until(() => state().queue?.in === 1);
  // What has no answer yet gets it after a restart.
  await restarts();
  await telegram.until(() => telegram.shown(ada).length === 2);
  expect(telegram.shown(ada).sort()).toEqual(["A wren.", "An owl."]);
});

it("sends the answer of a turn that outlived five restarts", async () => {
  const { tool, release } = heldTool();
  const { telegram, daemon, folder, restarts } = await givenChannel({
    daemon: { replies: [[callsTool("shell", { command: "ls" })], [says("A wren.")]], tools: [tool] },
  });
  const inJournal = async (step: string) =>
    (await readFile(join(folder, "journal.jsonl"), "utf8")).split(`"t":"${step}"`).length - 1;
  telegram.says(ada, "Which bird?");
  await expect.poll(() => inJournal("taken")).toBe(1);
  for (let begun = 2; begun <= 6; begun++) {
    await restarts();
    await expect.poll(() => inJournal("begun")).toBe(begun);
  }
  release();
  await telegram.until(() => telegram.shown(ada).length > 0);
  expect(telegram.shown(ada)).toEqual(["A wren."]);
  expect(await turnsIn(daemon)).toBe(1);
});
