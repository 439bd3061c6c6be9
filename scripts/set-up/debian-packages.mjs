import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { megabytes, say } from "./places.mjs";
import { answers, outputOf } from "./run-program.mjs";

/** Whether this system installs Debian packages. */
export function hasDebianPackages() {
  return (
    process.platform === "linux" && answers("apt-get", ["--version"]) && answers("dpkg-deb", ["--version"])
  );
}

/**
 * Unpacks packages, with the dependencies that the system lacks, into `folder`. Uses the machine's own archives, keys and preferences; only
 * reads the system. Works with or without root.
 */
export function unpackDebianPackages(names, folder) {
  const { aptGet, state } = updatedArchives(folder);
  const install = ["install", "--yes", "--no-install-recommends"];
  announce(aptGet([...install, "--print-uris", ...names]));
  aptGet([...install, "--download-only", ...names]);
  unpackAll(join(state, "cache/archives"), folder);
  rmSync(state, { recursive: true, force: true });
}

/** Unpacks packages without dependencies; of each list of names the first that the archives have. */
export function unpackWithoutDependencies(lists, folder) {
  const { aptGet, state } = updatedArchives(folder);
  const known = (name) => {
    try {
      return aptGet(["download", "--print-uris", name]) !== "";
    } catch {
      return false;
    }
  };
  const names = lists.map((list) => list.find(known)).filter((name) => name !== undefined);
  announce(aptGet(["download", "--print-uris", ...names]));
  const archives = join(state, "cache/archives");
  aptGet(["download", ...names], archives);
  unpackAll(archives, folder);
  rmSync(state, { recursive: true, force: true });
}

/** apt-get with the system's archives and a separate state in `folder`. */
function updatedArchives(folder) {
  const state = join(folder, "apt");
  for (const part of ["lists/partial", "cache/archives/partial"]) {
    mkdirSync(join(state, part), { recursive: true });
  }
  const settings = {
    "Dir::State::lists": join(state, "lists"),
    "Dir::State::extended_states": join(state, "extended_states"),
    "Dir::Cache": join(state, "cache"),
    "Acquire::Languages": "none",
    "APT::Sandbox::User": "root",
    "Debug::NoLocking": "true",
    "APT::Update::Post-Invoke-Success::": "",
  };
  const apart = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  const environment = { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (rest, cwd) => outputOf("apt-get", ["-qq", ...apart, ...rest], { env: environment, cwd });

  say("asking the system's package archives (about 10 MB)");
  try {
    aptGet(["update"]);
  } catch (error) {
    // One unreachable archive of several is not fatal; a missing package is.
    say(`${error.message}; going on with what answered`);
  }
  return { aptGet, state };
}

function announce(uris) {
  const sizes = [...uris.matchAll(/^'[^']+' \S+ (\d+)/gm)].map(([, size]) => Number(size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  say(`downloading ${sizes.length} packages, ${megabytes(bytes)}; nothing is installed into the system`);
}

function unpackAll(archives, folder) {
  for (const name of readdirSync(archives)) {
    if (name.endsWith(".deb")) outputOf("dpkg-deb", ["-x", join(archives, name), folder]);
  }
}
