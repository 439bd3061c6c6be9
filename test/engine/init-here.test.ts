import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { testTmux } from "../machine.ts";
import { homeIn, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

it.skipIf(process.platform !== "linux")(
  "kestrel init --here keeps what is decided in a project there, and takes no .kestrel/ that was cloned",
  async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-here-")));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const [project, cloned] = [join(folder, "project"), join(folder, "cloned")];
    await mkdir(join(project, "src"), { recursive: true });
    await mkdir(join(cloned, ".kestrel"), { recursive: true });
    await writeFile(join(cloned, ".kestrel", "permissions.json"), "not even JSON");
    const { KESTREL_DATA_DIR: _, ...environment } = homeIn(folder, "", project).environment;
    const user = {
      ...environment,
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
      XDG_CACHE_HOME: join(folder, "cache"),
    };
    const within = (workspace: string) => ({ ...homeIn(folder, "", workspace), environment: user });

    expect(await kestrel(within(project), ["init"])).toMatchObject({ code: 2 });
    const made = await kestrel(within(project), ["init", "--here"]);
    expect(made.code).toBe(0);
    expect(made.out).toContain(`${join(project, ".kestrel")} stores this project's sessions`);
    await kestrel(within(join(project, "src")), ["permissions", "add", "allow", "command: npm test"]);
    expect(await readFile(join(project, ".kestrel", "permissions.json"), "utf8")).toContain("npm test");
    expect(await readdir(folder)).not.toContain("data");

    const foreign = await kestrel(within(cloned), ["init", "--here"]);
    expect({ code: foreign.code, said: foreign.err.includes("It is not used.") }).toEqual({
      code: 3,
      said: true,
    });
    expect((await kestrel(within(cloned), ["permissions"])).code).toBe(0);
    expect((await kestrel(within(cloned), ["trust", "show"])).out).toContain(".kestrel");
  },
);

it.skipIf(testTmux === undefined)(
  "a .kestrel/ that was made by hand is answered in the terminal",
  async () => {
    const home = await kestrelHome({});
    await mkdir(join(home.workspace, ".kestrel"));
    const screen = await tmuxScreen(home, [], {}, 160);
    await screen.shows(/\.kestrel, which Kestrel did not make\. `.* init --here` makes the data folder/);
  },
);
