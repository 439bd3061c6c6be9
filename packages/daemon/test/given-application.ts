import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redactorHere } from "@kestrel/core";
import {
  bareCatalog,
  memoryArchive,
  memoryCatalog,
  memoryPictures,
  stillEngine,
} from "@kestrel/core/testing";
import { SessionId } from "@kestrel/protocol";
import { onTestFinished } from "vitest";
import { Application, type ApplicationParts, Notices } from "../src/index.ts";

type Given = Pick<ApplicationParts, "agent"> &
  Partial<Omit<ApplicationParts, "rules">> & { rules?: Partial<ApplicationParts["rules"]> };

/** An application without a socket, in a folder of its own: what is not given is bare. Closed when the test is done. */
export async function givenApplication({ rules, ...parts }: Given) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-application-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let sessions = 0;
  let turns = 0;
  const application = new Application({
    archive: memoryArchive(),
    catalog: memoryCatalog(),
    pictures: memoryPictures(),
    redactor: redactorHere,
    models: {
      engine: stillEngine(),
      catalog: bareCatalog([]),
      discover: async () => ({ servers: [] }),
      choices: async () => ({ models: [], servers: [] }),
      keepServer: async () => undefined,
      forgetServer: async () => {},
      browse: async () => ({ path: folder, folders: [], models: [], more: false }),
    },
    rules: {
      version: "0.0.0",
      mode: "ask",
      workspaces: { closed: [], open: [], home: "/home/nobody" },
      playground: async () => folder,
      noFolder: async () => `${folder}/none`,
      describeMachine: async () => "Machine: a test.",
      newSessionId: () => SessionId.parse(`s${String(++sessions).padStart(8, "0")}`),
      newTurnId: () => `t${++turns}`,
      ...rules,
    },
    settings: {
      list: async () => ({ settings: [], file: "" }),
      change: async () => ({ settings: [], file: "" }),
    },
    settingsFile: "/home/ada/.config/kestrel/config.toml",
    notices: new Notices([]),
    command: "kestrel",
    ...parts,
  });
  onTestFinished(() => application.close());
  return { application, folder };
}
