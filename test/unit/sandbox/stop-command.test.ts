import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stopCommand } from "@kestrel/tools";
import { expect, it } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

it.skipIf(testBubblewrap === undefined)(
  "the user's own check runs what the model wrote inside the sandbox: it reaches nothing beyond, and holds the turn",
  async () => {
    const place = await sandboxedWorkplace();
    const { outside, outer, root } = place;
    mkdirSync(join(outer, "home", ".ssh"));
    mkdirSync(join(outer, "data"), { recursive: true });
    writeFileSync(join(outer, "home", ".ssh", "id_rsa"), "PRIVATE KEY\n");
    writeFileSync(join(outer, "data", "token"), "TOKEN\n");
    const script = [
      `cat ${outer}/home/.ssh/id_rsa ${outer}/data/token > ${outside}/taken`,
      `cat ${outer}/home/.ssh/id_rsa ${outer}/data/token`,
      "echo x > .git/config; echo hooked > .envrc; cat /etc/resolv.conf > /dev/null",
      "echo ran > here; exit 7",
    ];
    await place.run("write", { path: "check.sh", content: script.join("\n") });
    const hook = stopCommand("sh check.sh", place.dependencies);
    const answer = await hook.ask(
      { workspace: root, turnId: "t1", reply: "All done." },
      new AbortController().signal,
    );
    expect(answer).toEqual({ blocked: expect.stringContaining("sh check.sh: exit code 7") });
    expect(JSON.stringify(answer)).not.toMatch(/PRIVATE KEY|TOKEN/);
    expect(JSON.stringify(answer)).toContain(".envrc is now .envrc.put-aside-");
    expect(existsSync(join(outside, "taken"))).toBe(false);
    expect(existsSync(join(root, ".git"))).toBe(false);
    expect(await place.text("here")).toBe("ran\n");
  },
);
