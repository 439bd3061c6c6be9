import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Sandbox } from "@kestrel/core";
import type { SandboxStatus } from "@kestrel/protocol/api";
import { bubblewrap } from "./bubblewrap.ts";
import { readTrouble } from "./read-trouble.ts";
import type { SandboxMaker } from "./sandbox-maker.ts";
import { seatbelt } from "./seatbelt.ts";

export type SandboxChoice = {
  setting: "off" | "best-effort" | "required";
  /** Kestrel's own, for this user only; emptied when the first command starts. */
  folder: string;
  /** Where programs are searched after the system's own places. */
  path?: string;
  platform?: NodeJS.Platform;
};

const systemFolders = ["/usr/bin", "/bin", "/usr/local/bin"];
const longestDetail = 400;

/** This machine's sandbox. Nothing is searched or run before the first use. */
export function createSandbox({
  setting,
  folder,
  path,
  platform = process.platform,
}: SandboxChoice): Sandbox {
  let found: Promise<SandboxStatus> | undefined;
  const maker = makerFor(platform, path ?? process.env.PATH ?? "", folder);
  const unavailable = (words: string): SandboxStatus => ({
    state: "unavailable",
    reason: words !== "" ? readTrouble(words) : platform === "linux" ? "not_installed" : "unsupported",
    ...(words !== "" && { detail: words.slice(0, longestDetail) }),
    required: setting === "required",
  });
  const look = async (): Promise<SandboxStatus> => {
    const made = maker();
    if (!made) return unavailable("");
    try {
      const trouble = await made.probe();
      return trouble === undefined
        ? { state: "active", by: made.by, required: setting === "required" }
        : unavailable(trouble);
    } catch (error) {
      return unavailable(String(error));
    }
  };
  return {
    status: async () => {
      found ??= setting === "off" ? Promise.resolve({ state: "off" }) : look();
      const status = await found;
      const exposed = maker()?.exposed?.() ?? [];
      return status.state === "active" && exposed.length > 0 ? { ...status, exposed: [...exposed] } : status;
    },
    enter: async (command) => {
      const made = maker();
      if (made) return made.enter(command);
      throw new Error("there is no sandbox to enter");
    },
    listening: async (session) => maker()?.listening?.(session),
    kept: async (session) => (await maker()?.kept?.(session)) ?? new Map(),
  };
}

/** Finds the program once, on first use. */
function makerFor(platform: NodeJS.Platform, path: string, folder: string) {
  let made: { maker: SandboxMaker | undefined } | undefined;
  return () => {
    made ??= { maker: madeBy(platform, path, folder) };
    return made.maker;
  };
}

function madeBy(platform: NodeJS.Platform, path: string, folder: string): SandboxMaker | undefined {
  const folders = [...systemFolders, ...path.split(delimiter).filter(isAbsolute)];
  const named = (name: string) => folders.map((one) => join(one, name)).find((file) => existsSync(file));
  const program =
    platform === "linux" ? named("bwrap") : platform === "darwin" ? named("sandbox-exec") : undefined;
  if (program === undefined) return undefined;
  return platform === "linux" ? bubblewrap(program, folder) : seatbelt(program);
}
