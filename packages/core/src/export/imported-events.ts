import type { SessionEvent } from "@kestrel/protocol";
import { readEvent } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";

type RefusedImport =
  | "newer_version"
  | "cut_short"
  | "line_damaged"
  | "over_200_mb"
  | "session_exists"
  | "climbing_path"
  | "not_a_session";

/** The error for a file that cannot be imported. Lines count from 1. */
export function importRefused(
  reason: RefusedImport,
  params: { line?: number; path?: string; sessionId?: string } = {},
): KestrelError {
  return new KestrelError("import_refused", `not imported: ${reason}`, { reason, ...params });
}

/** Checks the lines of an export in sequence: complete, in order, of this version, and without a path outside the workspace. */
export class ImportedEvents {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The event in the next line. Throws `import_refused`. */
  take(text: string): SessionEvent {
    const line = this.#count + 1;
    const read = readEvent(text);
    if (read.kind === "newer") throw importRefused("newer_version", { line });
    if (read.kind === "damaged") throw importRefused(line === 1 ? "not_a_session" : "line_damaged", { line });
    const { event } = read;
    if ((event.body.type === "session.opened") !== (line === 1))
      throw importRefused(line === 1 ? "not_a_session" : "line_damaged", { line });
    if (event.seq !== line) throw importRefused("cut_short", { line });
    const climbing = pathsIn(event).find(climbs);
    if (climbing !== undefined) throw importRefused("climbing_path", { line, path: climbing });
    this.#count = line;
    return event;
  }
}

/** Paths that Kestrel itself acts on. Paths in a model's call are only text. */
function pathsIn({ body }: SessionEvent): (string | undefined)[] {
  switch (body.type) {
    case "session.opened":
      return [body.workspace];
    case "file.changed":
      return [body.path];
    case "tool.started":
      return [body.change?.path];
    case "tool.finished":
      return [body.spillFile, ...(body.seen ?? []).map(({ path }) => path)];
    case "command.covered":
      return body.files.map(({ path }) => path);
    case "files.restored":
      return [...body.files, ...body.refused].map(({ path }) => path);
    default:
      return [];
  }
}

function climbs(path: string | undefined): path is string {
  return path?.split(/[\\/]/).includes("..") === true || path?.includes("\0") === true;
}
