import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { trustHereOf } from "@kestrel/app/trust";
import { absent } from "@kestrel/diagnostics";
import { UsageError } from "../arguments.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { folderOf } from "../machine/folder-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import { decidedLines, trustLines, wholeTextLines } from "../trust/trust-lines.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel trust`: which folders' instructions, rules and hooks are used. Needs no daemon and no model. */
export async function trust({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const [given] = words;
  if (given !== undefined && flags.folder !== undefined)
    throw new UsageError(say("usage.either", { one: "DIR", other: "--folder" }));
  const named = resolve(given ?? flags.folder ?? ".");
  const folder = () => folderOf({ folder: named });
  const here = await trustHereOf(flags);
  switch (verb) {
    case "show": {
      const offer = await here.look(await folder());
      if (flags.json) printJson({ schema: schemaVersion, ...offer });
      else print([...trustLines(offer, say), ...wholeTextLines(offer, say)].join("\n"));
      return exitCodes.done;
    }
    case "add": {
      const { workspace, digest } = await here.look(await folder());
      const offer = await here.decide(workspace, digest, "trusted");
      if (flags.json) printJson({ schema: schemaVersion, ...offer });
      else print(trustLines(offer, say).join("\n"));
      return exitCodes.done;
    }
    case "add-hooks": {
      const { workspace, hookTrust } = await here.look(await folder());
      if (!hookTrust) {
        printAside(say("trust.noHooks", { folder: workspace }));
        return exitCodes.failed;
      }
      const offer = await here.decide(workspace, hookTrust.digest, "trusted", "hooks");
      if (flags.json) printJson({ schema: schemaVersion, ...offer });
      else print(trustLines(offer, say).join("\n"));
      return exitCodes.done;
    }
    case "revoke": {
      // A deleted folder is still in the list.
      const { revoked } = await here.revoke((await realpath(named).catch(absent)) ?? named);
      if (flags.json) printJson({ schema: schemaVersion, revoked });
      else if (revoked) print(say("trust.revoked", { folder: named }));
      else printAside(say("trust.noSuch", { folder: named }));
      return revoked ? exitCodes.done : exitCodes.failed;
    }
    default: {
      const workspaces = await here.decided();
      if (flags.json) printJson({ schema: schemaVersion, workspaces });
      else print(decidedLines(workspaces, say).join("\n"));
      return exitCodes.done;
    }
  }
}
