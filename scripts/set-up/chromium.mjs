import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "./run-program.mjs";
import { inPath, unpackedProgram, writeLauncher } from "./unpacked-program.mjs";

/** The headless shell first: without a window's parts it starts and draws with half of the processor time. */
const shell = "chromium-headless-shell";
const names = [shell, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const macPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
/** Includes a Latin and a Chinese font, so that screenshots look the same on a bare machine. */
const packages = [shell, "fonts-dejavu-core", "fonts-wqy-microhei"];

/** The Chromium for the tests: the user's own, or one unpacked into the cache. `undefined` when there is none. */
export async function chromiumOnHand() {
  if (process.env.KESTREL_CHROMIUM) return process.env.KESTREL_CHROMIUM;
  return (
    inPath(...names) ??
    macPlaces.find((path) => existsSync(path)) ??
    unpackedProgram({ name: shell, packages, need: "a browser", arrange, prove: takeScreenshot })
  );
}

function arrange({ draft, home, triplet }) {
  writeFonts(draft, home);
  const inner = `usr/lib/chromium/${shell}`;
  if (!existsSync(join(draft, inner))) throw new Error("the system's chromium package holds no Chromium");
  // The launcher sets the library path for Chromium only.
  const libraries = ["", "/nss", "/pulseaudio"].map((part) => `${home}/usr/lib/${triplet}${part}`);
  writeLauncher(
    join(draft, shell),
    `export LD_LIBRARY_PATH='${[...libraries, `${home}/lib/${triplet}`].join(":")}'`,
    `export FONTCONFIG_FILE='${home}/fonts.conf'`,
    `exec '${home}/${inner}' "$@"`,
  );
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
    // Fonts without a rule below, such as `system-ui` without a desktop, become the sans-serif font.
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

/** Checks that it renders. Throws with Chromium's last output when it does not. */
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
