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
 * Unpacks packages, with those dependencies that the system lacks, into `folder`. The archives, keys and
 * preferences are the machine's own; the system is only read. Needs no root, and does not mind it.
 */
export function unpackDebianPackages(names, folder) {
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
  const aptGet = (...rest) => outputOf("apt-get", ["-qq", ...apart, ...rest], { env: environment });

  say("asking the system's package archives (about 10 MB)");
  try {
    aptGet("update");
  } catch (error) {
    // One archive of several that is out of reach is no reason to stop; a package that is missing then is.
    say(`${error.message}; going on with what answered`);
  }
  const install = ["install", "--yes", "--no-install-recommends"];
  const uris = aptGet(...install, "--print-uris", ...names);
  const sizes = [...uris.matchAll(/^'[^']+' \S+ (\d+)/gm)].map(([, size]) => Number(size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  say(`downloading ${sizes.length} packages, ${megabytes(bytes)}; nothing is installed into the system`);
  aptGet(...install, "--download-only", ...names);
  const archives = join(state, "cache/archives");
  for (const name of readdirSync(archives)) {
    if (name.endsWith(".deb")) outputOf("dpkg-deb", ["-x", join(archives, name), folder]);
  }
  rmSync(state, { recursive: true, force: true });
}
