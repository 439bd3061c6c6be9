import { callsTool, fakeTool, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";
import { Watcher } from "./kit/watcher.ts";

const change = { path: "src/harbour.ts", before: "h1", after: "h2", diff: "+on", added: 1, removed: 0 };

it("a commit message is asked for over HTTP: absent where nothing was changed, and a session that is none is not found", async () => {
  const write = fakeTool({
    name: "write",
    risk: "read",
    run: () => ({ outcome: "ok", content: "done", changes: [change] }),
  });
  const daemon = await givenDaemon({ replies: [[callsTool("write", {})], [says("Done.")]], tools: [write] });
  const id = await daemon.opensSession();
  const drafted = (session: string) =>
    daemon.client.call("draftCommit", { params: { id: session }, body: {} });
  expect(await drafted(id)).toEqual({});
  const watcher = await Watcher.of(daemon.address, { session: id });
  await daemon.does(id, { type: "send-message", text: "Light the harbour." });
  await watcher.seesEvent("turn.ended");
  expect(await drafted(id)).toEqual({
    draft: { by: "rule", message: "Change src/harbour.ts\n\n- src/harbour.ts (+1 -0)" },
  });
  await expect(drafted("s00000000")).rejects.toMatchObject({ status: 404, code: "session_not_found" });
});
