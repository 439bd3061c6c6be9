import { says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { fullDisk } from "./kit/full-disk.ts";
import { ada, givenChannel } from "./kit/given-channel.ts";

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
