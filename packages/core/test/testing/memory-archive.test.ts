import { SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { memoryArchive } from "../../testing/index.ts";

const id = SessionId.parse("s00000001");

describe("the archive in memory", () => {
  it("refuses an id that is taken and a session that was never there", async () => {
    const archive = memoryArchive();
    await archive.create(id);
    await expect(archive.create(id)).rejects.toMatchObject({ code: "session_busy" });
    await expect(archive.open(SessionId.parse("s00000002"))).rejects.toMatchObject({
      code: "session_not_found",
    });
  });

  it("puts a log aside and brings it back with everything in it", async () => {
    const archive = memoryArchive();
    const log = await archive.create(id);
    await log.append([{ type: "session.titled", title: "kept" }]);
    await archive.remove(id);
    await expect(archive.open(id)).rejects.toMatchObject({ code: "session_not_found" });
    expect(await archive.ids()).toEqual([]);
    await archive.restore(id);
    const again = await archive.open(id);
    await again.append([{ type: "session.titled", title: "and more" }]);
    expect(archive.stored(id).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("has nothing to restore after a purge", async () => {
    const archive = memoryArchive();
    await archive.create(id);
    await archive.remove(id);
    await archive.purge(0);
    await expect(archive.restore(id)).rejects.toMatchObject({ code: "session_not_found" });
  });
});
