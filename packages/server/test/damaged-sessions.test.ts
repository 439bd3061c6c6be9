import type { EventLog } from "@kestrel/core";
import { memoryArchive, memoryCatalog } from "@kestrel/core/testing";
import type { LogDamage } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

const damage: LogDamage = { lines: 1, missing: 2 };

/** An archive whose logs have lost something since they were written. */
function damaged(archive = memoryArchive()) {
  const withDamage = (log: EventLog): EventLog => ({
    append: (bodies) => log.append(bodies),
    read: (after) => log.read(after),
    damage: () => damage,
    close: () => log.close(),
  });
  return {
    ...archive,
    open: async (id: Parameters<typeof archive.open>[0]) => withDamage(await archive.open(id)),
  };
}

describe("a session whose log is damaged", () => {
  it("says so, can be read, takes nothing more, and goes on in a new one", async () => {
    const archive = memoryArchive();
    const before = await givenDaemon({ archive, keep: true });
    const id = await before.opensSession();
    await before.close();

    const catalog = memoryCatalog();
    catalog.note(archive.stored(id).reduce(evolve, emptySession));
    const daemon = await givenDaemon({ archive: damaged(archive), parts: { catalog } });
    expect(await daemon.logOf(id)).toHaveLength(2);
    expect(await daemon.summaryOf(id)).toMatchObject({ id, attention: "error", damage });
    for (const op of [
      { type: "send-message", text: "go on" },
      { type: "set-mode", mode: "plan" },
    ] as const)
      await expect(daemon.does(id, op)).rejects.toMatchObject({ code: "log_damaged", params: damage });
    expect(await daemon.logOf(id)).toHaveLength(2);
    const next = await daemon.client.call("openSession", {
      body: { continues: id, workspace: daemon.folder },
    });
    expect(next.session.workspace).toBe(daemon.folder);
  });
});
