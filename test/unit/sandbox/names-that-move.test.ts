import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

const key = "BEGIN OPENSSH PRIVATE KEY";

/** A job that gives one name to a file of the workspace and to a key by turns, as fast as it can. */
async function flipping() {
  const place = await sandboxedWorkplace();
  mkdirSync(join(place.outer, "home", ".ssh"));
  writeFileSync(join(place.outer, "home", ".ssh", "id_rsa"), `${key}\n`);
  await place.put("good.txt", "nothing to see\n");
  await place.put("a.txt", "nothing to see\n");
  await place.put(
    "flip.sh",
    "while :; do ln -s ../home/.ssh/id_rsa l; mv -T l a.txt; cp good.txt g; mv -T g a.txt; done\n",
  );
  const begun = await place.run("job", { command: "env sh flip.sh" });
  expect(begun.content).toContain("j1 runs");
  return place;
}

describe.skipIf(testBubblewrap === undefined)("a name that a job moves between check and use", () => {
  it("leads a line that runs unasked to no key", { timeout: 120_000 }, async () => {
    const place = await flipping();
    const lines = ["cat a.txt", "head -n 3 a.txt", "grep -n E a.txt", "strings a.txt"];
    for (let at = 0; at < 24; at += 1) {
      const { content } = await place.run("shell", { command: lines[at % lines.length] });
      expect(content).not.toContain(key);
    }
    const { content } = await place.run("shell", { command: "cat good.txt" });
    expect(content).toContain("nothing to see");
    await place.run("job", { id: "j1", stop: true });
  });

  it("leads a search to none", { timeout: 120_000 }, async () => {
    const place = await flipping();
    for (let at = 0; at < 60; at += 1) {
      const { content } = await place.run("search", { pattern: "PRIVATE|nothing", path: "a.txt" });
      expect(content).not.toContain(key);
    }
    const { content } = await place.run("search", { pattern: "PRIVATE|nothing" });
    expect(content).toContain("good.txt");
    expect(content).not.toContain(key);
    await place.run("job", { id: "j1", stop: true });
  });

  it("runs no other bytes than those that were allowed, with more than the sandbox has", {
    timeout: 300_000,
  }, async () => {
    const place = await sandboxedWorkplace();
    const good = "echo fine words\n";
    await place.put("good", good);
    await place.put("evil", "echo EVIL; ls /sys/class/net\n");
    await place.put("net.sh", good);
    await place.put(
      "flip.sh",
      "while :; do cp evil e; mv e net.sh; sed -n p net.sh > /dev/null; cp good g; mv g net.sh; done\n",
    );
    expect((await place.run("job", { command: "env sh flip.sh" })).content).toContain("j1 runs");
    const hash = createHash("sha256").update(good).digest("hex");
    const command = "sh net.sh http://127.0.0.1:9";
    const ends = { ran: 0, stale: 0 };
    for (let at = 0; at < 200 && ends.ran < 4; at += 1) {
      const { binding = {}, risk } = await place.assess("shell", { command });
      expect(risk).toBe("external");
      // A person says yes to the good one alone.
      if (binding[`script ${join(place.root, "net.sh")}`] !== hash) continue;
      const result = await place.runApproved("shell", { command }, binding);
      if (result.outcome === "stale") ends.stale += 1;
      else {
        expect(result.content).toContain("fine words");
        expect(result.content).toContain("[Other commands in this folder were paused meanwhile.]");
        expect(result.content).not.toContain("EVIL");
        ends.ran += 1;
      }
    }
    expect(ends.ran).toBeGreaterThan(0);
    await place.run("job", { id: "j1", stop: true });
  });
});
