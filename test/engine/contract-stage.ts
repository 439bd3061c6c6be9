import { execFileSync, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createBackend } from "@kestrel/backends";
import { expect, vi } from "vitest";
import type { OpenStage, Stage, Story, Told } from "../../packages/backends/test/stage.ts";
import { llamaCppWire } from "../../packages/backends/test/wires/llama-cpp.ts";
import { openaiWire } from "../../packages/backends/test/wires/openai.ts";
import type { Scripts } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { promptOf, user } from "./backends-ask.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";
import { openWireRelay } from "./wire-relay.ts";

const key = "the-secret-key";
const window = 8192;
const scripts: Scripts = {
  ...standardScripts,
  // A call that begins within the token that also holds what fits no call: the server's own parser gives up.
  unfit: { says: "I begin here.\n<tool_call>\nno JSON at all, I am afraid" },
};

/** What sets off each story. */
const markers: Readonly<Record<Exclude<Story, "redirect">, string>> = {
  text: "plain",
  thinkThenCall: "think-shell",
  twoCalls: "parallel",
  cutCall: "parallel",
  thinkInText: "think",
  errorAfterStart: "unfit",
  noEnd: "loop",
  wrongKey: "plain",
  overflow: "plain",
  loading: "plain",
};
/** So many tokens cut the second of two calls in its arguments. */
const tokensOfCut = 5;

export interface RealStage extends Stage {
  /** Starts the servers of this stage; a folder of its own for their models. */
  start(program: string, folder: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Real llama-servers with a scripted model of that kind of attention. What the server says is its own; where a story needs
 * a wire that breaks, a relay breaks it.
 */
export function realStage(
  architecture: "llama" | "gemma3" | "lfm2",
  kind: "llama-cpp" | "openai" = "llama-cpp",
): RealStage {
  const running = new Map<string, RunningServer>();
  const urlFor = (story: Story) =>
    (running.get(story) ?? running.get("usual") ?? raise(`no server for ${story}`)).url;
  const { sends, interrupted } = kind === "openai" ? openaiWire : llamaCppWire;
  return {
    name: `${kind}, a real llama-server (${architecture})`,
    kind,
    interrupted,
    chatPath: llamaCppWire.chatPath,
    sends,
    silenceLimit: 1_500,
    lines: {
      text: "Hello! I am a tiny scripted model, and this is my plain answer.",
      thought: "First I look at the version.\n",
      spacing: " ",
      rest: '{"path"',
      beforeError: "I begin here.\n",
      beforeSilence: "I count ",
    },
    cannot: { redirect: "a llama-server leads nobody elsewhere" },
    open: () => openReal(urlFor),
    async start(program, folder) {
      const model = join(folder, "scripted.gguf");
      await writeScriptedModel(model, scripts, { window, architecture });
      const serve = (...flags: string[]) => startLlamaServer(program, model, ["-c", `${window}`, ...flags]);
      running.set("usual", await serve("--api-key", key));
      running.set("thinkInText", await serve("--api-key", key, "--reasoning-format", "none"));
      running.set("wrongKey", await serve("--api-key", "another-key"));
      running.set("loading", await startLoading(program, join(folder, "never.gguf")));
    },
    async stop() {
      for (const server of running.values()) await server.stop();
      running.clear();
    },
  };
}

async function openReal(urlFor: (story: Story) => string): Promise<OpenStage> {
  const relay = await openWireRelay();
  let now = urlFor("text");
  relay.leadsTo(now);
  return {
    url: relay.url,
    heard: relay.heard,
    get chats() {
      return relay.heard.filter(({ path }) => path.endsWith("/chat/completions"));
    },
    async tells(story, travel) {
      if (story === "redirect") throw new Error("no llama-server leads elsewhere");
      now = urlFor(story);
      relay.leadsTo(now, travel);
      const words = story === "overflow" ? "word ".repeat(9_000) : "";
      const prompt = promptOf(user(`${words}[[${markers[story]}]]`));
      const maxTokens = story === "cutCall" ? tokensOfCut : undefined;
      const told: Told = { prompt, request: { toolChoice: "auto", maxTokens } };
      const counted = () => createBackend({ kind: "llama-cpp", url: now, apiKey: key }).countTokens(prompt);
      if (story === "text") {
        const generated = expect.any(Number);
        return { ...told, usage: { prompt: await counted(), cached: expect.any(Number), generated } };
      }
      if (story === "overflow")
        return { ...told, params: { n_prompt: (await counted()) ?? Number.NaN, n_ctx: window } };
      return told;
    },
    async hungUp() {
      await relay.left();
      // The server itself says that it works no more; left alone, the endless story would take it longer.
      await expect.poll(() => slotsAtWork(now), { timeout: 2_000 }).toBe(0);
    },
    goesAway: () => relay.stop(),
    close: () => relay.stop(),
  };
}

async function slotsAtWork(url: string): Promise<number> {
  const answer = await fetch(`${url}/slots`, { headers: { authorization: `Bearer ${key}` } });
  const slots: { is_processing: boolean }[] = await answer.json();
  return slots.filter(({ is_processing: works }) => works).length;
}

/** A server that loads for ever: nobody writes into the pipe that it reads its model from. */
async function startLoading(program: string, pipe: string): Promise<RunningServer> {
  execFileSync("mkfifo", [pipe]);
  const port = await freePort();
  const flags = ["-m", pipe, "-t", "1", "-np", "1", "--host", "127.0.0.1", "--port", `${port}`];
  const server = spawn(program, flags, { stdio: "ignore" });
  const gone = new Promise((resolve) => server.once("close", resolve));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    server.kill("SIGKILL");
    await gone;
    await rm(pipe, { force: true });
  };
  const loads = async () => (await fetch(`${url}/health`).catch(() => undefined))?.status === 503;
  try {
    await vi.waitUntil(loads, { timeout: 20_000 });
    return { url, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : raise("no free port");
}

function raise(why: string): never {
  throw new Error(why);
}
