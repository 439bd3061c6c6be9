import { access, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { archiveQuery, downloadBytes, keyringOf, mainArchives } from "./apt-archive.ts";

/** The current step; `bytes` is the size of the next download. A suite that fails restarts at `index`. */
export type EngineFetchProgress =
  | { step: "waiting" }
  | { step: "index"; suite: string }
  | { step: "packages"; bytes: number }
  | { step: "unpack" }
  | { step: "ready" };

/** Suites with llama.cpp, the more stable first. */
const suites = ["forky", "sid"];
const program = ["llama.cpp-tools", "patchelf"];
/** It loads the driver of the machine's own graphics processor. */
const vulkanBackend = "libggml0-backend-vulkan";
/** Needed only by the packages' setup scripts, which never run; reported to apt as installed. */
const notNeeded = ["debconf", "wget", "openssl-provider-legacy"];
/** The processor's name in library paths, and its dynamic loader. */
const processors: Record<string, { triplet: string; loader: string } | undefined> = {
  x64: { triplet: "x86_64-linux-gnu", loader: "usr/lib64/ld-linux-x86-64.so.2" },
  arm64: { triplet: "aarch64-linux-gnu", loader: "usr/lib/ld-linux-aarch64.so.1" },
};

/**
 * Unpacks Debian's llama-server with all its libraries, libc included, into `folder`; the system is not changed. Afterwards
 * `folder/bin/llama-server` is an ordinary program that must not be moved. Throws the failing program's message.
 */
export async function unpackDebianEngine(
  folder: string,
  vulkan: boolean,
  onProgress: (progress: EngineFetchProgress) => void,
): Promise<void> {
  const processor = processors[process.arch];
  if (!processor) throw new Error(`no Debian packages for ${process.arch}`);
  const root = join(folder, "root");
  const archives = await download(
    join(folder, "apt"),
    vulkan ? [...program, vulkanBackend] : program,
    onProgress,
  );
  onProgress({ step: "unpack" });
  await mkdir(root);
  for (const name of await readdir(archives)) {
    if (name.endsWith(".deb")) await run("dpkg-deb", ["-x", join(archives, name), root]);
  }
  await makeRunnable(root, join(root, processor.loader), join(root, "usr/lib", processor.triplet));
  await mkdir(join(folder, "bin"));
  await symlink("../root/usr/bin/llama-server", join(folder, "bin/llama-server"));
  for (const spare of [join(folder, "apt"), join(root, "usr/share"), join(root, "etc"), join(root, "var")]) {
    await rm(spare, { recursive: true, force: true });
  }
}

/** Downloads through apt with private state. Returns the folder with the packages. */
async function download(
  apt: string,
  wanted: readonly string[],
  onProgress: (progress: EngineFetchProgress) => void,
): Promise<string> {
  for (const folder of ["lists/partial", "cache/archives/partial", "none"]) {
    await mkdir(join(apt, folder), { recursive: true });
  }
  const present = notNeeded.map(
    (name) => `Package: ${name}\nStatus: install ok installed\nVersion: 9999\nArchitecture: all\n`,
  );
  await writeFile(join(apt, "status"), present.join("\n"));
  const aptGet = (...rest: string[]) => run("apt-get", [...privateState(apt), ...rest]);

  let failure: unknown = new Error("apt knows no archive on this machine");
  for (const archive of mainArchives(await run("apt-get", archiveQuery))) {
    const sources = (await readFile(archive.entry.replace(/:\d+$/, ""), "utf8").catch(absent)) ?? "";
    const keyring = keyringOf(sources);
    const signed = keyring ? `[signed-by=${keyring}] ` : "";
    for (const suite of suites) {
      await writeFile(join(apt, "sources.list"), `deb ${signed}${archive.uri} ${suite} main\n`);
      try {
        onProgress({ step: "index", suite });
        await aptGet("update");
        const install = ["install", "--yes", "--no-install-recommends"];
        const bytes = downloadBytes(await aptGet(...install, "--print-uris", ...wanted));
        onProgress({ step: "packages", bytes });
        await aptGet(...install, "--download-only", ...wanted);
        return join(apt, "cache/archives");
      } catch (error) {
        failure = error;
      }
    }
  }
  throw failure;
}

/** Proxies, credentials and trust come from the machine's apt configuration; lists, status and cache are private. */
function privateState(apt: string): string[] {
  const settings = {
    "Dir::State::lists": join(apt, "lists"),
    "Dir::State::status": join(apt, "status"),
    "Dir::Cache": join(apt, "cache"),
    "Dir::Etc::sourcelist": join(apt, "sources.list"),
    "Dir::Etc::sourceparts": join(apt, "none"),
    "Dir::Etc::preferences": join(apt, "none/preferences"),
    "Dir::Etc::preferencesparts": join(apt, "none"),
    "Acquire::Languages": "none",
    // Root would run the download as the user _apt, who cannot write into a private folder.
    "APT::Sandbox::User": "root",
    "Debug::NoLocking": "true",
  };
  return ["-qq", ...Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`])];
}

/** Makes the program find its libraries inside `root`, with the matching loader. */
async function makeRunnable(root: string, loader: string, libraries: string): Promise<void> {
  const patchelf = (...rest: string[]) =>
    run(loader, ["--library-path", libraries, join(root, "usr/bin/patchelf"), ...rest]);
  const program = join(root, "usr/bin/llama-server");
  const own = join(libraries, "llama");
  await access(program);
  await patchelf("--set-interpreter", loader, "--force-rpath", "--set-rpath", `${libraries}:${own}`, program);
  for (const library of [...(await sharedObjects(own)), ...(await sharedObjects(libraries))]) {
    if (/\/lib(llama|mtmd)[^/]*$/.test(library)) {
      await patchelf("--set-rpath", "$ORIGIN:$ORIGIN/..:$ORIGIN/llama", library);
    }
  }
  // ggml searches its CPU backends beside the program.
  const ggml = join(libraries, "ggml");
  for (const folder of (await readdir(ggml)).filter((name) => name.startsWith("backends"))) {
    for (const name of await readdir(join(ggml, folder))) {
      if (name.endsWith(".so")) await symlink(join(ggml, folder, name), join(root, "usr/bin", name));
    }
  }
}

/** Real files only: a link's target would be patched twice. */
async function sharedObjects(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
  return entries
    .filter((entry) => entry.isFile() && /\.so(\.|$)/.test(entry.name))
    .map((entry) => join(folder, entry.name));
}

/** Rejects with what the program printed as its error, without its long command line. */
async function run(program: string, rest: string[]): Promise<string> {
  const { execa } = await import("execa");
  const { failed, stdout, stderr, shortMessage } = await execa(program, rest, {
    env: { LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
    stdin: "ignore",
    reject: false,
  });
  if (failed) throw new Error(stderr.trim() || shortMessage);
  return stdout;
}
