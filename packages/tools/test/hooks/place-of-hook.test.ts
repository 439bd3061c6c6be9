import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox } from "@kestrel/core";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { placeOfHook } from "../../src/hooks/place-of-hook.ts";
import { type Workplace, workplace } from "../fixtures/workplace.ts";

const active: SandboxStatus = { state: "active", by: "bubblewrap", required: false };
const off: SandboxStatus = { state: "off" };
const missing: SandboxStatus = { state: "unavailable", reason: "not_installed", required: false };
const required: SandboxStatus = { state: "unavailable", reason: "not_installed", required: true };

/** A folder with a script, on a machine whose sandbox says of itself what it is told to. */
async function given(status: SandboxStatus) {
  const sandbox: Sandbox = {
    status: async () => status,
    enter: async (command) => ({ command, leave: async (end) => end }),
  };
  const environment: Record<string, string> = {};
  const place = await workplace({ sandbox, environment });
  environment.HOME = join(place.outer, "home");
  await mkdir(join(environment.HOME, "bin"), { recursive: true });
  await place.put("hk/check.sh", "exit 0\n");
  await place.put("hk/check", "exit 0\n");
  await place.put("package.json", "{}\n");
  return place;
}

type Asked = Parameters<typeof placeOfHook>[0];

const placed = (place: Workplace, hook: Asked, from: "user" | "workspace" = "user") =>
  placeOfHook(hook, from, place.root, place.dependencies);

describe("where a hook runs", () => {
  it("is inside the sandbox with nothing opened, whoever brought it", async () => {
    const place = await given(active);
    for (const from of ["user", "workspace"] as const) {
      const plan = await placed(place, { command: "sh hk/check.sh; curl https://e.x; git push" }, from);
      expect(plan).toMatchObject({ kind: "inside", confinement: { network: false, writable: [place.root] } });
      const sealed = plan.kind === "inside" ? plan.confinement.sealed.map(({ path }) => path) : [];
      expect(sealed).toContain(join(place.root, ".git"));
    }
  });

  it("is nowhere where a sandbox is required and missing", async () => {
    const place = await given(required);
    for (const from of ["user", "workspace"] as const)
      expect(await placed(place, { command: "sh hk/check.sh" }, from)).toEqual({
        ...{ kind: "nowhere", why: "a sandbox is required, and there is none (not_installed)" },
      });
  });

  const naming = [
    "sh hk/check.sh",
    "./hk/check.sh",
    "python3 hk/check",
    "cd hk && sh check.sh",
    'sh -c "sh hk/check.sh"',
    "sh $PWD/hk/check.sh",
    "sh < hk/check",
    "npm test",
    "cat x | sh hk/../hk/check.sh",
    "sh 'hk/check.sh",
  ];

  it.each(naming)(
    "without a sandbox, or outside it, is nowhere for one that names a file of the folder: %s",
    async (command) => {
      for (const status of [off, missing])
        expect((await placed(await given(status), { command })).kind).toBe("nowhere");
      expect((await placed(await given(active), { command, outside: true })).kind).toBe("nowhere");
    },
  );

  const canLieThere = [
    "sh hk/swapped.sh",
    "hk/swapped",
    "./swapped",
    "sh swapped",
    "node swapped",
    "python3 -m swapped",
    "bash -e swapped",
    "source swapped",
    ". swapped",
    "sh < swapped",
    "cat swapped | sh",
    "env sh swapped",
    "make check",
    "nice npm run swapped",
    "sh -c 'sh swapped'",
    "awk -fhk/swapped",
    "guard --rules=hk/swapped",
    "cd hk && guard",
    'sh "$SOMEWHERE"',
    '"$SOMEWHERE"/guard',
    "sh /proc/self/cwd/swapped",
  ];

  it.each(canLieThere)(
    "is nowhere for one whose file is a folder, or not there, in the moment of the look: %s",
    async (command) => {
      const place = await workplace((await given(active)).dependencies);
      expect((await placed(place, { command, outside: true })).kind).toBe("nowhere");
      for (const name of ["swapped", "hk/swapped", "hk/swapped.sh", "package.json"])
        await mkdir(join(place.root, name), { recursive: true });
      expect((await placed(place, { command, outside: true })).kind).toBe("nowhere");
      const bare = await workplace({ ...(await given(missing)).dependencies });
      expect((await placed(bare, { command })).kind).toBe("nowhere");
    },
  );

  it("outside is nowhere for one whose folder elsewhere leads into this one, whatever lies there", async () => {
    const place = await given(active);
    await symlink(place.root, join(place.outer, "home", "alias"));
    expect((await placed(place, { command: "sh ~/alias/gone.sh", outside: true })).kind).toBe("nowhere");
  });

  it("outside is nowhere for one that writes into the folder, where a name may lead anywhere", async () => {
    const place = await given(active);
    for (const command of [
      "cat > seen.json",
      `cat >> ${place.root}/seen.json`,
      "cat > $PWD/seen",
      'cat > "$X"',
    ])
      expect((await placed(place, { command, outside: true })).kind).toBe("nowhere");
  });

  it("outside is nowhere for one whose name in another folder leads into this one", async () => {
    const place = await given(active);
    await symlink(join(place.root, "hk", "check.sh"), join(place.outer, "home", "bin", "guard"));
    expect((await placed(place, { command: "~/bin/guard", outside: true })).kind).toBe("nowhere");
  });

  it("is outside for one of the user's that says so and names no file of the folder", async () => {
    const place = await given(active);
    for (const command of [
      "notify-send Kestrel done",
      "notify-send 'make task done' hello",
      "~/bin/not-on-fridays",
      "sh ~/bin/not-on-fridays hello",
      "python3 -c 'print(1)'",
      "curl -sH 'Content-Type: application/json' -d @- https://ntfy.example/kestrel",
      "date '+%d/%m' | sed 's/a/b/' >> ~/log",
      "/usr/bin/logger -t kestrel done",
      "cat > /dev/null; exit 2",
    ])
      expect(await placed(place, { command, outside: true })).toEqual({ kind: "plain" });
  });

  it("without a sandbox is plain for what names no file of the folder, and for bytes that were trusted", async () => {
    const place = await given(missing);
    expect(await placed(place, { command: "~/bin/not-on-fridays" })).toEqual({ kind: "plain" });
    expect(await placed(place, { command: "sh hk/check.sh" }, "workspace")).toEqual({ kind: "plain" });
  });

  it("is nowhere where .git is a link, which no mount holds", async () => {
    const place = await given(active);
    await symlink("/elsewhere", join(place.root, ".git"));
    expect((await placed(place, { command: "true" })).kind).toBe("nowhere");
  });
});
