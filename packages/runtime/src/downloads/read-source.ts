import { KestrelError } from "@kestrel/core";

/** A hub repository with the requested quantisation or file, or the URL of a file. */
export type ReadSource =
  | { repository: string; quantisation?: string; file?: string }
  | { url: string; name: string };

/** A safe folder or file name: it never leads out of its folder. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$/;
export const isPlainName = (name: string): boolean => plainName.test(name) && !name.endsWith(".");

const repositoryOf = (text: string): string | undefined => {
  const [owner = "", name = "", ...rest] = text.split("/");
  return rest.length === 0 && isPlainName(owner) && isPlainName(name) ? text : undefined;
};

/** Parses `hf:OWNER/REPO[:QUANT]` and URLs; a hub's page URLs become its repository. Throws `download_refused`. */
export function readSource(source: string, hub: string): ReadSource {
  const named = /^hf:([^:]+)(?::(.+))?$/i.exec(source);
  if (named) {
    const [, path = "", wanted] = named;
    const repository = repositoryOf(path);
    if (!repository) throw refused("download_name", source);
    const isFile = wanted !== undefined && /\.gguf$/i.test(wanted);
    return {
      repository,
      ...(wanted !== undefined && (isFile ? { file: wanted } : { quantisation: wanted })),
    };
  }
  if (!URL.canParse(source)) throw refused("download_unknown", source);
  const url = new URL(source);
  checkAddress(url.href);
  const hubs = [new URL(hub).host, "huggingface.co", "hf.co"];
  const parts = url.pathname.split("/").filter(Boolean).map(decoded);
  if (hubs.includes(url.host)) {
    const [owner = "", name = "", verb, , ...file] = parts;
    const repository = repositoryOf(`${owner}/${name}`);
    if (repository && verb === undefined) return { repository };
    if (repository && (verb === "resolve" || verb === "blob") && file.length > 0)
      return { repository, file: file.join("/") };
  }
  const name = parts.at(-1) ?? "";
  if (!isPlainName(name) || !/\.gguf$/i.test(name)) throw refused("download_name", source);
  return { url: url.href, name };
}

/** Throws `download_refused` for a URL that is neither https nor on this machine, or that contains a password. */
export function checkAddress(address: string, before?: string): void {
  const { protocol, hostname, username, password } = new URL(address);
  const here = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
  const downgraded = before?.startsWith("https:") && protocol !== "https:";
  const secure = protocol === "https:" || (protocol === "http:" && here);
  if (!secure || downgraded || username !== "" || password !== "") throw refused("download_https", hostname);
}

export function refused(reason: string, name: string, params: { candidates?: string } = {}): KestrelError {
  const shown = name.slice(0, 200);
  return new KestrelError("download_refused", `${shown}: ${reason}`, { reason, name: shown, ...params });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // expected: a lone percent sign
    return part;
  }
}
