import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

/** A home with Kestrel's data folder in it, and ways to get there. */
const folders = {
  home: "home",
  project: "home/project",
  data: "home/.local/share/kestrel",
  sessions: "home/.local/share/kestrel/sessions",
  blobs: "home/.local/share/kestrel/blobs",
  playground: "home/.local/share/kestrel/playground",
  inPlayground: "home/.local/share/kestrel/playground/src",
  share: "home/.local/share",
  linkToData: "link-to-data",
  linkToHome: "link-to-home",
} as const;

/** What each is as a workspace, and what when a person said that it is meant. */
const table: readonly [
  folder: keyof typeof folders | "root" | "above" | "tilde" | "inTilde",
  plain: string,
  confirmed: string,
][] = [
  ["project", "opens", "opens"],
  ["share", "opens", "opens"],
  ["playground", "opens", "opens"],
  ["inPlayground", "opens", "opens"],
  ["data", "workspace_invalid forbidden", "workspace_invalid forbidden"],
  ["sessions", "workspace_invalid forbidden", "workspace_invalid forbidden"],
  ["blobs", "workspace_invalid forbidden", "workspace_invalid forbidden"],
  ["linkToData", "workspace_invalid forbidden", "workspace_invalid forbidden"],
  ["home", "workspace_unconfirmed home", "opens"],
  ["inTilde", "opens", "opens"],
  ["tilde", "workspace_unconfirmed home", "opens"],
  ["linkToHome", "workspace_unconfirmed home", "opens"],
  ["above", "workspace_unconfirmed above_home", "opens"],
  ["root", "workspace_unconfirmed root", "opens"],
];

let top: string;
beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "kestrel-workspaces-")));
  for (const [name, folder] of Object.entries(folders))
    if (!name.startsWith("link")) await mkdir(join(top, folder), { recursive: true });
  await symlink(join(top, folders.data), join(top, folders.linkToData));
  await symlink(join(top, folders.home), join(top, folders.linkToHome));
  return () => rm(top, { recursive: true });
});

describe("a session in a folder", () => {
  it.each(table)("%s: %s, and confirmed: %s", async (name, plain, confirmed) => {
    const daemon = await givenDaemon({
      parts: {
        workspaces: {
          closed: [join(top, folders.data)],
          open: [join(top, folders.playground)],
          home: join(top, folders.home),
        },
      },
    });
    const workspace =
      name === "root"
        ? "/"
        : name === "above"
          ? top
          : name === "tilde"
            ? "~"
            : name === "inTilde"
              ? "~/project"
              : join(top, folders[name]);
    const asked = (body: { workspace: string; confirm?: true }) =>
      daemon.client.call("openSession", { body }).then(
        () => "opens",
        ({ code, params }) => `${code} ${params.reason}`,
      );
    // Asked beforehand it says the same, and makes nothing.
    const checked = daemon.client.call("checkWorkspace", { body: { workspace } }).then(
      () => "opens",
      ({ code, params }) => `${code} ${params.reason}`,
    );
    expect(await checked).toBe(plain);
    expect((await daemon.client.call("listSessions")).sessions).toEqual([]);
    expect(await asked({ workspace })).toBe(plain);
    expect(await asked({ workspace, confirm: true })).toBe(confirmed);
    const listed = daemon.client.call("listPaths", { body: { workspace } }).then(
      () => "opens",
      ({ code, params }) => `${code} ${params.reason}`,
    );
    expect(await listed).toBe(plain);
  });

  it("goes on in its own folder without being asked again", async () => {
    const home = await realpath(await mkdtemp(join(tmpdir(), "kestrel-home-")));
    onTestFinished(() => rm(home, { recursive: true }));
    const daemon = await givenDaemon({ parts: { workspaces: { closed: [], open: [], home } } });
    const { session } = await daemon.client.call("openSession", { body: { workspace: home, confirm: true } });
    const next = await daemon.client.call("openSession", { body: { continues: session.id } });
    expect(next.session.workspace).toBe(home);
  });
});
