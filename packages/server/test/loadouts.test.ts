import { memoryArchive } from "@kestrel/core/testing";
import { ErrorBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

describe("a draft of a loadout", () => {
  it("is checked without a word written, saved once, compared, and begins a session by its name", async () => {
    const { client, logOf, folder } = await givenDaemon();
    const draft = { name: "accounts", persona: "You look after the accounts of a small shop." };
    const { checked } = await client.call("checkLoadout", { body: { draft } });
    expect(checked.frozen.system).toContain(draft.persona);
    expect(checked.bill.parts.find(({ part }) => part === "persona")?.tokens).toBeGreaterThan(5);
    expect((await client.call("listLoadouts")).loadouts).toEqual([]);
    expect(await client.call("saveLoadout", { body: { draft } })).toMatchObject({ name: "accounts" });
    await expect(client.call("saveLoadout", { body: { draft } })).rejects.toMatchObject({
      code: "loadout_unavailable",
      params: { reason: "EEXIST" },
    });
    const other = { name: "terse", persona: "You are terse." };
    await client.call("saveLoadout", { body: { draft: other } });
    const body = { before: "accounts", after: "terse" };
    expect((await client.call("compareLoadouts", { body })).differences).toEqual([
      { key: "metadata.name", before: "accounts", after: "terse" },
      { key: "persona", before: draft.persona, after: other.persona },
    ]);
    const { session } = await client.call("openSession", { body: { workspace: folder, loadout: "terse" } });
    const [opened] = await logOf(session.id);
    expect(opened?.body).toMatchObject({ type: "session.opened", loadout: { name: "terse" } });
  });

  it("that is not there begins no session, and nothing of its log stays", async () => {
    const archive = memoryArchive();
    const { client, folder } = await givenDaemon({ archive });
    const opened = client.call("openSession", { body: { workspace: folder, loadout: "gone" } });
    await expect(opened).rejects.toMatchObject({ code: "loadout_unavailable" });
    expect([await archive.ids(), await archive.removed()]).toEqual([[], []]);
  });

  it("is read as it stands, put aside and brought back, by its name and never by a path", async () => {
    const { client } = await givenDaemon();
    const draft = { name: "terse", persona: "You are terse." };
    const { file } = await client.call("saveLoadout", { body: { draft } });
    const body = { name: "terse" };
    expect(await client.call("readLoadout", { body })).toMatchObject({
      file,
      text: expect.stringContaining(draft.persona),
    });
    expect(await client.call("removeLoadout", { body })).toEqual({ file });
    expect((await client.call("listLoadouts")).loadouts).toEqual([]);
    expect(await client.call("restoreLoadout", { body })).toEqual({ file });
    expect((await client.call("listLoadouts")).loadouts.map(({ name }) => name)).toEqual(["terse"]);
    for (const route of ["readLoadout", "removeLoadout", "restoreLoadout"] as const)
      await expect(client.call(route, { body: { name: "../../terse" } })).rejects.toMatchObject({
        code: "loadout_unavailable",
      });
  });

  it.each(["cafe\u0301", "हिन्दी", "装载.v2"])("may be called %s", async (name) => {
    const { client } = await givenDaemon();
    expect(await client.call("saveLoadout", { body: { draft: { name } } })).toMatchObject({ name });
  });

  it("over its budget is told with the part that broke it", async () => {
    const { client } = await givenDaemon();
    const draft = { name: "wordy", persona: "wordy ".repeat(900) };
    const { checked } = await client.call("checkLoadout", { body: { draft } });
    expect(checked.excess).toMatchObject({ part: "persona", limit: 400 });
  });

  it.each([
    ["../out", {}],
    ["a/b", {}],
    ["a\\b", {}],
    [".hidden", {}],
    ["", {}],
    ["nul\0", {}],
    ["a\u3164", {}],
    ["none", {}],
    ["fine", { engine: { args: ["--host", "0.0.0.0"] } }],
    ["fine", { model: { path: "/m.gguf", url: "http://elsewhere.example" } }],
    ["fine", { permission: { allow: ["command: *"] } }],
  ])("with the name %j and %j is refused: no path, no flag, no address", async (name, more) => {
    const { url, token, client } = await givenDaemon();
    const answer = await fetch(`${url}/api/v1/loadouts`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ draft: { name, ...more } }),
    });
    expect(answer.status).toBe(400);
    expect(ErrorBody.parse(await answer.json()).error.code).toBe("invalid_request");
    expect((await client.call("listLoadouts")).loadouts).toEqual([]);
  });
});
