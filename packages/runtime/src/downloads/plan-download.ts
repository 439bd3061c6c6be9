import { KestrelError } from "@kestrel/core";
import { type ChosenFiles, chooseFiles, type ListedFile } from "./choose-files.ts";
import { type OpenedAddress, openAddress } from "./open-address.ts";
import { isPlainName, type ReadSource, readSource, refused } from "./read-source.ts";

/** The hub, and the credentials for it. */
export type Hub = {
  url: string;
  token(): string | undefined;
  variable: string;
  /** Milliseconds for all pages of a listing together; default one minute. */
  listingMs?: number;
};

/** One file to download: its URL, its path below the models folder, and its known size and checksum. */
export type FilePlan = { url: string; path: string; size?: number; sum?: string };
export type DownloadPlan = { name: string; files: FilePlan[] };

const silenceMs = 30_000;
/** Bytes and pages of a listing. The largest repositories list about 2 MB. */
const longestListing = 8_000_000;
const mostPages = 10;

/** Asks a source which files to download. Rejects with `download_refused`, `download_auth` or `download_failed`. */
export async function planDownload(source: string, hub: Hub, signal: AbortSignal): Promise<DownloadPlan> {
  const read = readSource(source, hub.url);
  if (!("repository" in read)) return planOfAddress(read);
  const { repository } = read;
  const { name, folder, files } = await listed(read, hub, signal);
  return {
    name,
    files: files.map(({ path, size, sum }) => ({
      url: `${trimmed(hub.url)}/${repository}/resolve/main/${path.split("/").map(encodeURIComponent).join("/")}`,
      path: [repository, ...folder, path.split("/").at(-1)].join("/"),
      ...(size !== undefined && { size }),
      ...(sum !== undefined && { sum }),
    })),
  };
}

const trimmed = (url: string) => url.replace(/\/+$/, "");

/** For a model in several files, the address of one part selects all parts. */
function planOfAddress({ url, name }: Extract<ReadSource, { url: string }>): DownloadPlan {
  const [, stem = name.replace(/\.gguf$/i, ""), , of] = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i.exec(name) ?? [];
  const written = new URL(url).hostname.replaceAll(/[^a-z0-9.-]/gi, "");
  // The host of `https://../` would lead out of the folder.
  const host = isPlainName(written) ? written : "address";
  if (of === undefined) return { name: stem, files: [{ url, path: `${host}/${name}` }] };
  const count = Number(of);
  if (count === 0 || count > 999) throw refused("download_parts", name);
  const parts = Array.from({ length: count }, (_, at) => `-${String(at + 1).padStart(5, "0")}-of-${of}.gguf`);
  const before = url.slice(0, url.toLowerCase().lastIndexOf("-of-") - 6);
  const behind = new URL(url).search;
  return {
    name: stem,
    files: parts.map((part) => ({ url: `${before}${part}${behind}`, path: `${host}/${stem}${part}` })),
  };
}

async function listed(
  wanted: Extract<ReadSource, { repository: string }>,
  hub: Hub,
  signal: AbortSignal,
): Promise<ChosenFiles> {
  const { repository } = wanted;
  const files: ListedFile[] = [];
  const first = `${trimmed(hub.url)}/api/models/${repository}/tree/main?recursive=true`;
  // Slow but steady data does not trigger the silence limit: the whole listing has its own.
  const late = AbortSignal.timeout(hub.listingMs ?? 60_000);
  const bounded = AbortSignal.any([signal, late]);
  let room = longestListing;
  let page: string | undefined = first;
  for (let pages = 0; page !== undefined && pages < mostPages; pages++) {
    const opened: OpenedAddress = await reach(page, hub, bounded, repository).catch(inTime);
    const text = await textOf(opened.answer, room).catch(inTime);
    if (text === undefined) throw refused("download_listing", repository);
    room -= text.length;
    for (const entry of entriesOf(text, repository)) files.push(entry);
    const next: string | undefined = /<([^>]+)>\s*;\s*rel="?next"?/.exec(
      String(opened.answer.headers.link ?? ""),
    )?.[1];
    page =
      next !== undefined && new URL(next, first).origin === new URL(first).origin
        ? new URL(next, first).href
        : undefined;
  }
  return chooseFiles(files, wanted, repository);

  function inTime(cause: unknown): never {
    if (late.aborted && !signal.aborted) throw refused("download_late", repository);
    throw signal.aborted ? cause : unreached(first, repository, cause);
  }
}

async function reach(
  address: string,
  hub: Hub,
  signal: AbortSignal,
  repository: string,
): Promise<OpenedAddress> {
  const token = hub.token();
  const opened = await openAddress(address, { signal, token, silenceMs }).catch((cause: unknown) => {
    throw signal.aborted ? cause : unreached(address, repository, cause);
  });
  if (opened.status === 200) return opened;
  opened.answer.destroy();
  throw refusalOf(opened.status, { name: repository, address, variable: hub.variable });
}

/** The error for a refused request: 401 for a missing or wrong token, 403 for insufficient access. */
export function refusalOf(
  status: number,
  { name, address, variable }: { name: string; address: string; variable: string },
): KestrelError {
  const url = new URL(address);
  if (status === 401) return new KestrelError("download_auth", `${name}: 401`, { name, variable, status });
  if (status === 403)
    return new KestrelError("download_auth", `${name}: 403`, { name, url: `${url.origin}/${name}`, status });
  if (status === 404) return refused("download_not_found", name);
  return new KestrelError("download_failed", `${name}: ${status}`, { name, host: url.host, status });
}

/** The error for an unreachable host or an invalid response. A refusal is returned unchanged. */
export function unreached(address: string, name: string, cause: unknown): unknown {
  if (cause instanceof KestrelError) return cause;
  const { host } = new URL(address);
  const detail = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
  return new KestrelError("download_failed", `${name}: ${detail}`, { name, host, detail }, { cause });
}

/** Undefined when it is longer than `most` bytes; the connection is closed then. */
async function textOf(answer: AsyncIterable<Buffer>, most: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let received = 0;
  for await (const part of answer) {
    received += part.length;
    if (received > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Entries of a hub's listing: `path`, `size`, and for a large file `lfs` with its SHA-256 as `oid`. */
function entriesOf(text: string, repository: string): ListedFile[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    // expected: not JSON, or cut
  }
  if (!Array.isArray(rows)) throw refused("download_listing", repository);
  return (rows as (Entry | null)[]).flatMap((row): ListedFile[] => {
    if (row?.type !== "file" || typeof row.path !== "string") return [];
    const size = row.lfs?.size ?? row.size;
    const sum = /^[0-9a-f]{64}$/i.exec(String(row.lfs?.oid ?? ""))?.[0].toLowerCase();
    return [
      {
        path: row.path,
        ...(Number.isSafeInteger(size) && { size: size as number }),
        ...(sum !== undefined && { sum }),
      },
    ];
  });
}

type Entry = {
  type?: unknown;
  path?: unknown;
  size?: unknown;
  lfs?: { oid?: unknown; size?: unknown } | null;
};
