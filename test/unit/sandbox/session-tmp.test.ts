import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

describe.skipIf(testBubblewrap === undefined)("the /tmp of a session", () => {
  it("keeps what a command left there for the next one, a job too, and for no other session", async () => {
    const { run } = await sandboxedWorkplace();
    await run("shell", { command: "echo kept > /tmp/step.txt" });
    expect((await run("shell", { command: "cat /tmp/step.txt" })).content).toContain("kept");
    expect((await run("job", { command: "cat /tmp/step.txt" })).content).toContain("kept");
    expect((await run("shell", { command: "cat /tmp/step.txt" }, "s2-c1")).content).toContain("No such file");
    expect(existsSync("/tmp/step.txt")).toBe(false);
  });

  it("is open again for the next command, whatever one did to it", async () => {
    const { run } = await sandboxedWorkplace();
    await run("shell", { command: "echo kept > /tmp/step.txt; chmod 0 /tmp" });
    expect((await run("shell", { command: "cat /tmp/step.txt" })).content).toContain("kept");
  });

  it("binds a yes to the bytes that a script has there, by whatever links it is named", async () => {
    const { run, assess, put } = await sandboxedWorkplace();
    await put("plain.txt", "");
    await run("shell", {
      command: "echo 'echo one' > /tmp/a.sh; ln -s /tmp/a.sh b.sh; ln -s b.sh /tmp/c.sh",
    });
    for (const named of ["/tmp/a.sh", "./b.sh", "/tmp/../tmp/a.sh"]) {
      const { binding = {} } = await assess("shell", { command: `sh ${named}; git push` });
      expect(Object.values(binding), named).toContain(sha256("echo one\n"));
    }
    const { binding = {} } = await assess("shell", { command: "sh /tmp/a.sh; git push" });
    await run("shell", { command: "echo 'echo two' > /tmp/a.sh" });
    expect((await assess("shell", { command: "sh /tmp/a.sh; git push" })).binding).not.toEqual(binding);
  });
});
