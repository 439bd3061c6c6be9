import { describe, expect, it } from "vitest";
import { eventLogContract, memoryEventLog } from "../../testing/index.ts";

describe("the log in memory keeps the promises of EventLog", () => {
  const promises = eventLogContract(async () => {
    const log = memoryEventLog();
    return { log, reopen: async () => log.reopened() };
  });

  it.each(promises)("$name", ({ run }) => run());
});

describe("the log in memory", () => {
  it("refuses once when a test asks for it", async () => {
    const log = memoryEventLog();
    log.refuseNext();
    await expect(log.append([{ type: "session.titled", title: "a" }])).rejects.toMatchObject({
      code: "log_unwritable",
    });
    await log.append([{ type: "session.titled", title: "b" }]);
    expect(log.stored().map((event) => event.seq)).toEqual([1]);
  });
});
