// node scripts/moving-picture.mjs FILE.svg: plays a real turn with kestrel-nano in a terminal (tmux), and draws its screen.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root, setUpFolder } from "./set-up/places.mjs";

const size = { columns: 88, rows: 20 };
/** Longest time of a frame; of the last one. Milliseconds. */
const longest = { pause: 900, end: 4_000 };
const looks = 90;

const machine = JSON.parse(readFileSync(join(setUpFolder, "machine.json"), "utf8"));
const tmux = machine.KESTREL_TEST_TMUX ?? "tmux";
const home = mkdtempSync(join(tmpdir(), "ada-"));
const folder = join(home, "harbour");
const program = join(home, "bin/kestrel");
const socket = join(home, "tmux");
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const at = (...words) => execFileSync(tmux, ["-S", socket, ...words], { encoding: "utf8" });
const shown = () => at("capture-pane", "-p", "-e", "-t", "turn");

/** The screen's content, each change with its time. */
async function recordTurn() {
  mkdirSync(folder);
  mkdirSync(join(home, "bin"));
  symlinkSync(join(root, "dist/kestrel.cjs"), program);
  writeFileSync(join(folder, "greeting.txt"), "Hello, sailor!\nThe harbour opens at nine.\n");
  execFileSync("git", ["init", "-q", folder]);
  const settings = {
    HOME: home,
    PATH: `${join(home, "bin")}:${process.env.PATH}`,
    LANG: "C.UTF-8",
    KESTREL_ENGINE_PATH: machine.KESTREL_TEST_ENGINE ?? "",
  };
  const words = Object.entries({
    ...settings,
    XDG_DATA_HOME: join(home, "data"),
    XDG_CONFIG_HOME: join(home, "config"),
  });
  const variables = words.flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`]));
  at(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-s",
    "turn",
    "-x",
    `${size.columns}`,
    "-y",
    `${size.rows}`,
    "-c",
    folder,
    "env",
    ...variables,
    program,
    "--mode",
    "ask",
  );
  at("set-option", "-g", "status", "off");
  const frames = [];
  let over = false;
  const looking = (async () => {
    for (; !over; await wait(looks)) {
      const text = shown();
      if (text !== frames.at(-1)?.text) frames.push({ text, at: performance.now() });
    }
  })();
  const until = async (words, most = 120_000) => {
    for (const end = performance.now() + most; !words.test(shown()); await wait(looks))
      if (performance.now() > end) throw new Error(`never shown: ${words}\n${shown()}`);
  };
  await until(/›/);
  frames.length = 0;
  for (const char of 'In greeting.txt change "Hello" to "Good morning"') {
    at("send-keys", "-t", "turn", "-l", char);
    await wait(45);
  }
  at("send-keys", "-t", "turn", "Enter");
  await until(/allow once/);
  await wait(2_500);
  at("send-keys", "-t", "turn", "-l", "y");
  await wait(300);
  if (/allow once/.test(shown())) at("send-keys", "-t", "turn", "Enter");
  await until(/✓.* edit greeting/);
  await until(/edit greeting(?![\s\S]*Esc stops)[\s\S]*reused/);
  await wait(2_000);
  over = true;
  await looking;
  return frames;
}

/** The sixteen colours of a dark terminal. */
const colours = ["#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d7dae0"];
const bright = ["#7f848e", "#ff7b85", "#a9d68c", "#f0cd85", "#7cc4ff", "#d990f0", "#6fcfda", "#ffffff"];
const paper = "#1b1e24";
const ink = "#d7dae0";
const cell = { width: 8.43, height: 18 };

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A line with its codes as spans of text and, for backgrounds, boxes behind them. */
function drawLine(line) {
  let style = {};
  let column = 0;
  const [boxes, spans] = [[], []];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal codes are what is read.
  for (const [, codes, text] of line.matchAll(/(?:\x1b\[([\d;]*)m)?([^\x1b]*)/g)) {
    if (codes !== undefined) style = restyled(style, codes.split(";").map(Number));
    if (text === "") continue;
    const width = [...text].length;
    const [fill, behind] = style.inverse
      ? [style.behind ?? paper, style.fill ?? ink]
      : [style.fill, style.behind];
    if (behind)
      boxes.push(
        `<rect x="${(column * cell.width).toFixed(1)}" y="-14" width="${(width * cell.width).toFixed(1)}" height="${cell.height}" fill="${behind}"/>`,
      );
    const looks = [
      fill && `fill="${fill}"`,
      style.bold && 'font-weight="bold"',
      style.dim && 'opacity=".62"',
    ].filter(Boolean);
    spans.push(
      `<tspan x="${(column * cell.width).toFixed(1)}"${looks.map((one) => ` ${one}`).join("")}>${escaped(text)}</tspan>`,
    );
    column += width;
  }
  return `${boxes.join("")}<text>${spans.join("")}</text>`;
}

function restyled(style, codes) {
  const next = { ...style };
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index];
    if (code === 0) for (const key of Object.keys(next)) delete next[key];
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 7) next.inverse = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code === 27) next.inverse = false;
    else if (code === 39) next.fill = undefined;
    else if (code === 49) next.behind = undefined;
    else if (code >= 30 && code <= 37) next.fill = colours[code - 30];
    else if (code >= 90 && code <= 97) next.fill = bright[code - 90];
    else if (code >= 40 && code <= 47) next.behind = colours[code - 40];
    else if (code >= 100 && code <= 107) next.behind = bright[code - 100];
    else if (code === 38 || code === 48) {
      const colour =
        codes[index + 1] === 5 ? ofCube(codes[index + 2]) : `rgb(${codes.slice(index + 2, index + 5)})`;
      next[code === 38 ? "fill" : "behind"] = colour;
      index += codes[index + 1] === 5 ? 2 : 4;
    }
  }
  return next;
}

function ofCube(number) {
  if (number < 16) return [...colours, ...bright][number];
  if (number >= 232) return `rgb(${Array(3).fill(8 + (number - 232) * 10)})`;
  const level = (part) => (part === 0 ? 0 : 55 + part * 40);
  const cube = number - 16;
  return `rgb(${[Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level)})`;
}

/** An animated picture: each line is drawn once, each frame refers to its lines. */
function drawFrames(frames) {
  const lines = new Map();
  const idOf = (line) => {
    if (!lines.has(line)) lines.set(line, `l${lines.size}`);
    return lines.get(line);
  };
  let total = 0;
  const timed = frames.map(({ text, at: time }, index) => {
    const next = frames[index + 1];
    const begins = total;
    total += next ? Math.min(next.at - time, longest.pause) : longest.end;
    const rows = text.split("\n").flatMap((line, row) => (line.trim() === "" ? [] : [[idOf(line), row]]));
    return { begins, ends: total, rows };
  });
  const share = (ms) => ((100 * ms) / total).toFixed(3);
  const style = timed
    .map(({ begins, ends }, index) => {
      const before = begins === 0 ? "" : `0%{opacity:0}`;
      return `@keyframes k${index}{${before}${share(begins)}%{opacity:1}${ends === total ? "" : `${share(ends)}%{opacity:0}`}}#f${index}{animation-name:k${index}}`;
    })
    .join("");
  const [width, height] = [size.columns * cell.width + 44, size.rows * cell.height + 28];
  const groups = timed.map(
    ({ rows }, index) =>
      `<g class="f" id="f${index}">${rows.map(([id, row]) => `<use href="#${id}" y="${row * cell.height}"/>`).join("")}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" role="img" aria-label="A turn at the terminal: a request, the change it asks for, and the answer">`,
    `<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:${ink};white-space:pre}.f{opacity:0;animation:${(total / 1000).toFixed(2)}s steps(1) infinite}#f${timed.length - 1}{opacity:1}${style}@media(prefers-reduced-motion:reduce){.f{animation:none}}</style>`,
    `<rect width="100%" height="100%" rx="10" fill="${paper}"/>`,
    `<defs>${[...lines].map(([line, id]) => `<g id="${id}">${drawLine(line)}</g>`).join("")}</defs>`,
    `<g transform="translate(16 28)">${groups.join("")}</g></svg>`,
  ].join("\n");
}

try {
  const file = resolve(process.argv[2] ?? "");
  const frames = await recordTurn();
  writeFileSync(file, `${drawFrames(frames)}\n`);
  console.log(`${file}: ${frames.length} frames`);
} finally {
  if (existsSync(socket)) at("kill-server");
  execFileSync(process.execPath, [join(root, "dist/kestrel.cjs"), "stop"], {
    env: {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
    },
    stdio: "ignore",
  });
  rmSync(home, { recursive: true, force: true });
}
