import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { hasDebianPackages, unpackDebianPackages } from "./debian-packages.mjs";
import { withLock } from "./lock.mjs";
import { cacheFolder, say } from "./places.mjs";
import { outputOf } from "./run-program.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** A Latin and a Chinese font come along, so that screenshots look the same on a bare machine. */
const packages = ["chromium", "fonts-dejavu-core", "fonts-wqy-microhei"];
const triplets = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };

/** The Chromium for the tests: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function chromiumOnHand() {
  if (process.env.KESTREL_CHROMIUM) return process.env.KESTREL_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const installed = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macPlaces];
  return installed.find((path) => existsSync(path)) ?? unpackedChromium();
}

async function unpackedChromium() {
  const home = join(cacheFolder, "chromium");
  const program = join(home, "chromium");
  if (existsSync(program)) return program;
  if (!triplets[process.arch] || !hasDebianPackages()) return undefined;
  mkdirSync(cacheFolder, { recursive: true });
  return withLock(join(cacheFolder, "chromium.lock"), async () => {
    if (existsSync(program)) return program;
    const draft = join(cacheFolder, `chromium-${randomUUID()}`);
    try {
      say("the tests need a browser: unpacking the system's own Chromium into the cache");
      unpackDebianPackages(packages, draft);
      writeFonts(draft, home);
      writeLauncher(draft, home);
      rmSync(home, { recursive: true, force: true });
      renameSync(draft, home);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    try {
      takeScreenshot(program);
    } catch (error) {
      rmSync(home, { recursive: true, force: true });
      throw error;
    }
    return program;
  });
}

/** The launcher lends the unpacked libraries to Chromium alone. `home` is where `folder` will lie. */
function writeLauncher(folder, home) {
  const inner = "usr/lib/chromium/chromium";
  if (!existsSync(join(folder, inner))) throw new Error("the system's chromium package holds no Chromium");
  const triplet = triplets[process.arch];
  const libraries = ["", "/nss", "/pulseaudio"].map((part) => `${home}/usr/lib/${triplet}${part}`);
  const lines = [
    "#!/bin/sh",
    `export LD_LIBRARY_PATH='${[...libraries, `${home}/lib/${triplet}`].join(":")}'`,
    `export FONTCONFIG_FILE='${home}/fonts.conf'`,
    `exec '${home}/${inner}' "$@"`,
  ];
  writeFileSync(join(folder, "chromium"), `${lines.join("\n")}\n`);
  chmodSync(join(folder, "chromium"), 0o755);
}

function writeFonts(folder, home) {
  const family = (name, ...fonts) =>
    `<alias><family>${name}</family><prefer>${fonts.map((font) => `<family>${font}</family>`).join("")}</prefer></alias>`;
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">',
    "<fontconfig>",
    `<dir>${home}/usr/share/fonts</dir><dir>/usr/share/fonts</dir>`,
    `<cachedir>${home}/font-cache</cachedir>`,
    // What no rule below knows, such as `system-ui` without a desktop, is set in the sans-serif font.
    '<match target="pattern">',
    ...["sans-serif", "serif", "monospace"].map(
      (name) => `<test qual="all" name="family" compare="not_eq"><string>${name}</string></test>`,
    ),
    '<edit name="family" mode="append_last"><string>sans-serif</string></edit></match>',
    family("sans-serif", "DejaVu Sans", "WenQuanYi Micro Hei"),
    family("serif", "DejaVu Serif", "WenQuanYi Micro Hei"),
    family("monospace", "DejaVu Sans Mono", "WenQuanYi Micro Hei Mono"),
    "</fontconfig>",
  ];
  writeFileSync(join(folder, "fonts.conf"), `${lines.join("\n")}\n`);
}

/** Proof that it draws. Throws with Chromium's last words when it does not. */
function takeScreenshot(program) {
  const folder = mkdtempSync(join(tmpdir(), "kestrel-chromium-"));
  const picture = join(folder, "page.png");
  try {
    outputOf(
      program,
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--user-data-dir=${join(folder, "profile")}`,
        "--window-size=400,200",
        `--screenshot=${picture}`,
        "data:text/html;charset=utf-8,<h1>Kestrel 红隼</h1>",
      ],
      { timeout: 60_000, env: { ...process.env, HOME: folder } },
    );
    if (statSync(picture).size < 1000) throw new Error("Chromium drew an empty picture");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
