// pnpm bench:weak --gguf FILE [--arm NAME=SETTING]... [--jobs id,id] [--runs N] [--out DIR]
//   Runs a real weak model on small jobs (test/bench/weak/jobs.mjs), with its own llama-server. Each arm is this build under another
//   setting of model.guidance (auto, on, off or names with commas), or `NAME=SETTING@/path/to/kestrel.cjs` for another build, or
//   `NAME=!command` for a peer: it runs in the job's folder with PROMPT, MODEL_URL and MODEL_NAME, and prints its answer.
//   Default arms: auto=auto and off=off. --url ADDRESS names a server that runs already; --engine FILE another llama-server.
// Every event of a run is stored in OUT/ARM/JOB/ for details behind the rates.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gradeJob, layFiles } from "../test/bench/weak/grade-job.mjs";
import { jobs } from "../test/bench/weak/jobs.mjs";

const { values: flags } = parseArgs({
  options: {
    gguf: { type: "string" },
    url: { type: "string" },
    engine: { type: "string" },
    arm: { type: "string", multiple: true, default: ["auto=auto", "off=off"] },
    jobs: { type: "string" },
    runs: { type: "string", default: "1" },
    window: { type: "string", default: "16384" },
    "minutes-per-job": { type: "string", default: "7" },
    out: { type: "string", default: "bench-weak" },
  },
});
const root = resolve(import.meta.dirname, "..");
const temperature = 0.2;
const children = new Set();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => endAll().then(() => process.exit(130)));

if (!flags.gguf && !flags.url) fail("Name a model: --gguf FILE, or --url ADDRESS for a server that runs.");
const wanted = flags.jobs?.split(",");
const chosen = jobs.filter(({ id }) => !wanted || wanted.some((part) => id.startsWith(part)));
if (chosen.length === 0) fail(`No such job. There are: ${jobs.map(({ id }) => id).join(", ")}`);
const arms = flags.arm.map(armOf);
const server = flags.url ? { url: flags.url.replace(/\/(?:v1)?\/?$/, "") } : await startServer(flags.gguf);
const model = (await (await fetch(`${server.url}/v1/models`)).json()).data?.[0]?.id ?? "model";
const rows = [];
try {
  for (let run = 1; run <= Number(flags.runs); run++)
    // Arms are interleaved per job, so that other load on the machine affects all of them.
    for (const job of chosen) for (const arm of arms) rows.push(await runJob(arm, job, run));
} finally {
  await endAll();
}
table();

function armOf(text) {
  const [, name = "", how = ""] =
    /^([\w-]+)=(.+)$/.exec(text) ?? fail(`--arm ${text}: expected NAME=SETTING`);
  if (how.startsWith("!")) return { name, command: how.slice(1) };
  const [setting = "auto", program = join(root, "dist", "kestrel.cjs")] = how.split("@");
  if (!existsSync(program)) fail(`There is no ${program}. Run: pnpm build`);
  return { name, setting, program };
}

async function startServer(gguf) {
  const machine = join(root, ".cache", "set-up", "machine.json");
  const known = existsSync(machine) ? JSON.parse(readFileSync(machine, "utf8")) : {};
  const engine =
    flags.engine ?? process.env.KESTREL_TEST_ENGINE ?? known.KESTREL_TEST_ENGINE ?? "llama-server";
  const port = await freePort();
  const alias = gguf
    .split("/")
    .at(-1)
    .replace(/\.gguf$/i, "");
  const args = ["-m", resolve(gguf), "--alias", alias, "--host", "127.0.0.1", "--port", `${port}`];
  const more = ["-c", flags.window, "--parallel", "1", "--cache-ram", "0", "--jinja"];
  started(spawn(engine, [...args, ...more], { stdio: "ignore" })).on("error", (error) =>
    fail(`${engine}: ${error.message}`),
  );
  const url = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 120; waited++) {
    if ((await fetch(`${url}/health`).catch(() => undefined))?.ok) return { url };
    await new Promise((done) => setTimeout(done, 500));
  }
  return fail("The server did not get ready within a minute.");
}

async function runJob(arm, job, run) {
  const place = mkdtempSync(join(tmpdir(), "kestrel-weak-"));
  const [folder, data] = [join(place, "project"), join(place, "data")];
  const out = resolve(flags.out, arm.name, run === 1 ? job.id : `${job.id}.${run}`);
  mkdirSync(out, { recursive: true });
  layFiles(folder, job.files);
  const began = performance.now();
  const told = arm.command
    ? await askPeer(arm, job, folder)
    : await askKestrel(arm, job, { folder, data, run });
  const minutes = (performance.now() - began) / 60_000;
  const amiss = told.late ? "out of time" : await gradeJob(job, folder, told.answer);
  writeFileSync(join(out, "stdout"), told.stdout);
  const row = {
    arm: arm.name,
    job: job.id,
    run,
    solved: amiss === undefined,
    amiss,
    minutes,
    ...told,
    stdout: undefined,
  };
  writeFileSync(join(out, "result.json"), `${JSON.stringify(row, null, 1)}\n`);
  rmSync(place, { recursive: true, force: true });
  console.log(
    `${row.solved ? "solved" : "failed"}  ${arm.name}  ${job.id}  ${told.reason ?? ""}  ${amiss ?? ""}`,
  );
  return row;
}

async function askKestrel({ setting, program }, { prompt }, { folder, data, run }) {
  const config = join(data, "config");
  mkdirSync(config, { recursive: true, mode: 0o700 });
  const names = setting.includes(",") ? setting.split(",") : setting;
  const isWord = ["auto", "on", "off"].includes(setting);
  const lines = [
    ...[
      "[model]",
      `url = ${JSON.stringify(server.url)}`,
      `name = ${JSON.stringify(model)}`,
      `window = ${flags.window}`,
    ],
    ...[`temperature = ${temperature}`, `seed = ${6 + run}`, "max_tokens = 2048"],
    // `none` is for builds without this setting.
    ...(setting === "none" ? [] : [`guidance = ${JSON.stringify(isWord ? setting : [names].flat())}`]),
    ...["", "[permission]", 'mode = "auto"', ""],
  ];
  writeFileSync(join(config, "config.toml"), lines.join("\n"));
  chmodSync(join(config, "config.toml"), 0o600);
  const args = [program, "run", "--jsonl", "--port", "0", "--", prompt];
  const told = await ran(process.execPath, args, folder, { KESTREL_DATA_DIR: data });
  // Builds that start their daemon in the background leave it running.
  await ran(process.execPath, [program, "stop"], folder, { KESTREL_DATA_DIR: data });
  const bodies = told.stdout.split("\n").flatMap((line) => {
    try {
      const { type, body, ...more } = JSON.parse(line);
      return [body ?? { type, ...more }];
    } catch {
      return [];
    }
  });
  const of = (type) => bodies.filter((body) => body.type === type);
  const usage = of("reply.completed").flatMap(({ usage }) => usage ?? []);
  const sum = (part) => usage.reduce((total, one) => total + (part(one) ?? 0), 0);
  const result = of("result").at(-1);
  return {
    ...told,
    answer: result?.answer ?? "",
    reason: result?.reason,
    requests: of("request.sent").length,
    prefill: sum(({ prompt: all = 0, cached = 0 }) => all - cached),
    generated: sum(({ generated }) => generated),
    lost: lostCalls(bodies),
  };
}

/** Text replies that contain an unparsed call. */
function lostCalls(bodies) {
  const spoken = new Map();
  for (const { type, step, text, ...body } of bodies) {
    if (type === "reply.text") spoken.set(step, (spoken.get(step) ?? "") + text);
    if (type === "reply.completed" && text !== undefined) spoken.set(step, text);
    if (type === "tool.requested" && !body.by) spoken.delete(step);
  }
  return [...spoken.values()].filter((text) => /"name"\s*:\s*"\w+"[\s\S]*"arguments"\s*:/.test(text)).length;
}

async function askPeer({ command }, { prompt }, folder) {
  const told = await ran("sh", ["-c", command], folder, {
    PROMPT: prompt,
    MODEL_URL: server.url,
    MODEL_NAME: model,
  });
  return { ...told, answer: told.stdout };
}

function ran(program, args, cwd, environment) {
  return new Promise((done) => {
    const child = started(
      spawn(program, args, {
        cwd,
        env: { ...process.env, ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
    let [stdout, late] = ["", false];
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.resume();
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGTERM");
    }, Number(flags["minutes-per-job"]) * 60_000);
    child.on("close", () => {
      clearTimeout(timer);
      done({ stdout, late });
    });
  });
}

function table() {
  const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
  console.log(`\n${model}, ${rows.length / arms.length} runs an arm\n`);
  line([
    "arm",
    "solved",
    "false done",
    "unfinished",
    "calls lost",
    "requests",
    "prefill",
    "generated",
    "minutes",
  ]);
  line(Array(9).fill("---"));
  for (const { name } of arms) {
    const own = rows.filter(({ arm }) => arm === name);
    const total = (part) => own.reduce((sum, row) => sum + (part(row) ?? 0), 0);
    const count = (test) => own.filter(test).length;
    line([
      ...[name, `${count(({ solved }) => solved)} of ${own.length}`],
      ...[
        count(({ solved, reason }) => !solved && reason === "done"),
        count(({ reason }) => reason === "unfinished"),
      ],
      ...[total(({ lost }) => lost), total(({ requests }) => requests), total(({ prefill }) => prefill)],
      ...[total(({ generated }) => generated), total(({ minutes }) => minutes).toFixed(1)],
    ]);
  }
}

function started(child) {
  children.add(child);
  child.on("exit", () => children.delete(child));
  return child;
}

async function endAll() {
  const ending = [...children].map(
    (child) =>
      new Promise((done) => {
        child.on("exit", done);
        child.kill("SIGTERM");
      }),
  );
  await Promise.all(ending);
}

function freePort() {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

function fail(words) {
  console.error(words);
  process.exit(2);
}
