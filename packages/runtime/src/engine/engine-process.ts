import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, rm, stat, writeFile } from "node:fs/promises";
import type { Endpoint } from "@kestrel/core";
import { type SupervisedEnd, supervise } from "../command/supervise.ts";
import { engineEnvironment } from "../engine-program/engine-environment.ts";
import { engineFlags } from "../engine-program/engine-flags.ts";
import { nameOfModelFile } from "../models/name-of-model-file.ts";
import { BufferSizes, type EngineMemory } from "../models/read-buffer-sizes.ts";
import { forgetEngine, recordEngine } from "../orphans/engine-record.ts";
import { within } from "../within.ts";
import { engineArguments, forcedPaths } from "./engine-arguments.ts";
import { createEngineLog, type EngineLog } from "./engine-log.ts";
import type { EngineSurroundings, OwnEngineSpec } from "./engine-spec.ts";
import { checkExtraArguments } from "./flag-policy.ts";
import { freePort } from "./free-port.ts";
import { isProgressLine, readLoadProgress } from "./load-progress.ts";
import { checkModelFile, checkTemplateFile } from "./model-file.ts";
import { readFailure } from "./read-failure.ts";
import { waitUntilAnswers } from "./wait-until-answers.ts";

/** Milliseconds until the second stop signal, which llama-server always obeys; it may hang on the first. */
const askAgainMs = 1000;
const killMs = 2500;
const lastWordsMs = 250;

/** One run of Kestrel's llama-server. */
export type EngineProcess = {
  pid: number | undefined;
  /** The exact command line; the key is in a file. */
  command: string[];
  log: EngineLog;
  /** The memory it has reported so far. */
  memory(): EngineMemory | undefined;
  /** Resolves when it answers and is identified; rejects with the reason when it fails or ends before. */
  answers: Promise<Endpoint>;
  /** Never rejects; with its run time in milliseconds. */
  ended: Promise<{ end: SupervisedEnd; ranMs: number }>;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
};

/** Checks the model and the arguments, then starts. When it rejects, no process is left. */
export async function startEngineProcess(
  spec: OwnEngineSpec,
  surroundings: EngineSurroundings,
  onProgress: (share: number) => void,
): Promise<EngineProcess> {
  checkExtraArguments(spec.extraArgs ?? []);
  const port = await freePort(spec.port);
  const { keyFile, slotFolder: ownFolder } = forcedPaths(spec.runFolder);
  const { slotFolder = ownFolder } = spec;
  const model = await checkModelFile(spec.modelPath);
  await checkTemplateFile(spec.templateFile);
  const apiKey = await writeKey(spec.runFolder, keyFile);
  const flags = await engineFlags(spec.enginePath, spec.runFolder);
  if (flags.has("--slot-save-path")) {
    if (spec.slotFolder === undefined) await emptySlotFolder(ownFolder);
    else await mkdir(slotFolder, { recursive: true, mode: 0o700 });
  }
  const args = engineArguments(spec, { port, keyFile, slotFolder }, (flag) => flags.has(flag));
  const log = createEngineLog([apiKey]);

  const startedAt = performance.now();
  const program = await supervise(
    {
      file: spec.enginePath,
      args,
      folder: spec.runFolder,
      // Any value makes llama-server report its progress, and exit when its input closes.
      environment: {
        ...engineEnvironment(surroundings.environment ?? process.env),
        LLAMA_SERVER_ROUTER_PORT: "1",
      },
      streams: "separate",
    },
    surroundings,
  );
  let heardAt = startedAt;
  let furthest = 0;
  const sizes = new BufferSizes();
  const hear = (line: string) => {
    sizes.hear(line);
    const progress = readLoadProgress(line);
    if (progress?.state === "loading" && progress.share > furthest) {
      furthest = progress.share;
      heardAt = performance.now();
      onProgress(furthest);
    }
    return isProgressLine(line);
  };
  log.follow(program.output, hear);
  if (program.errors) log.follow(program.errors, hear);

  const over = new AbortController();
  const ended = program.ended.then((end) => {
    over.abort();
    return { end, ranMs: performance.now() - startedAt };
  });
  const pid = await program.started;
  if (pid !== undefined)
    await recordEngine(spec.runFolder, pid).catch(async (cause: unknown) => {
      program.kill();
      await ended;
      throw cause;
    });

  const url = `http://127.0.0.1:${port}`;
  const endpoint: Endpoint = {
    kind: "llama-cpp",
    own: true,
    url,
    apiKey,
    label: spec.label ?? nameOfModelFile(spec.modelPath),
    cpuEngine: spec.cpuEngine,
    slotFolder: args.includes(slotFolder) ? slotFolder : undefined,
    slotKey: args.includes(slotFolder) && spec.slotFolder !== undefined ? await slotKeyOf(spec) : undefined,
    templateFile: args.includes("--chat-template-file") ? spec.templateFile : undefined,
  };
  const patienceMs = (surroundings.patienceMs ?? 120_000) + (model.bytes / 2 ** 30) * 1000;
  const answered = waitUntilAnswers({ url, apiKey, patienceMs, heardAt: () => heardAt, over: over.signal });
  const died = ended.then(async ({ end }) => {
    await outputRead(program.errors);
    throw readFailure(end, log.last(400));
  });
  const answers = Promise.race([answered.then(() => (over.signal.aborted ? died : endpoint)), died]);
  for (const promise of [answers, died]) promise.catch(() => {}); // expected: the caller is told

  return {
    pid,
    command: [spec.enginePath, ...args],
    log,
    memory: () => sizes.taken(),
    answers,
    ended,
    async stop() {
      program.signal("SIGTERM");
      // A process that reports progress waits for the end of its input before it exits.
      program.endInput();
      if ((await within(askAgainMs, ended)) === undefined) program.signal("SIGTERM");
      if ((await within(killMs - askAgainMs, ended)) === undefined) program.kill();
      await ended;
      await forgetEngine(spec.runFolder);
      await rm(keyFile, { force: true });
      await rm(ownFolder, { recursive: true, force: true });
    },
  };
}

/** A new key for each start, readable only by this user. */
async function writeKey(runFolder: string, keyFile: string): Promise<string> {
  const apiKey = randomBytes(24).toString("base64url");
  await mkdir(runFolder, { recursive: true, mode: 0o700 });
  await rm(keyFile, { force: true });
  await writeFile(keyFile, `${apiKey}\n`, { mode: 0o600, flag: "wx" });
  await chmod(keyFile, 0o600);
  return apiKey;
}

/** Saved slots are conversations: readable only by this user, and removed even if an engine crashed before it could remove them. */
async function emptySlotFolder(slotFolder: string): Promise<void> {
  await rm(slotFolder, { recursive: true, force: true });
  await mkdir(slotFolder, { mode: 0o700 });
}

/** A slot can be restored only with the same model and settings. */
async function slotKeyOf({ modelPath, enginePath, extraArgs = [] }: OwnEngineSpec): Promise<string> {
  const { size, mtimeMs } = await stat(modelPath);
  const facts = JSON.stringify([modelPath, size, mtimeMs, enginePath, extraArgs]);
  return createHash("sha256").update(facts).digest("hex").slice(0, 12);
}

/** The engine's last output may arrive after its exit. */
async function outputRead(stream: NodeJS.ReadableStream | undefined): Promise<void> {
  if (stream?.readable) await within(lastWordsMs, once(stream, "close"));
}
