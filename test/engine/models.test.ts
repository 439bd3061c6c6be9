import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleProject } from "../../packages/app/src/playground/sample-project.ts";
import { testEngine } from "../machine.ts";
import type { Architecture } from "../models/architecture.ts";
import { demoScripts } from "../models/demo-scripts.ts";
import { mistakeFiles, mistakeScripts } from "../models/mistake-scripts.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { markerOf, type Reply, type Script, type Scripts } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { type ChatMessage, chat, streamedText } from "./chat.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

const user = (content: string): ChatMessage => ({ role: "user", content });
const system: ChatMessage = { role: "system", content: "You work in a folder of the user." };
const repliesOf = (script: Script): readonly Reply[] => ("replies" in script ? script.replies : [script]);

/** Files as a tool would answer: what is asked for when it is there, else a word. */
const toolAnswer = (files: Readonly<Record<string, string>>, input: string): string => {
  const { path } = JSON.parse(input) as { path?: string };
  return (path === undefined ? undefined : files[path]) ?? "ok";
};

describe.skipIf(testEngine === undefined)("models made for tests, in a real llama-server", () => {
  let folder = "";
  const servers: RunningServer[] = [];
  const serve = async (name: string, flags?: readonly string[]) => {
    const server = await startLlamaServer(testEngine ?? "", join(folder, name), flags);
    servers.push(server);
    return server.url;
  };
  const scripts: Scripts = { ...standardScripts, ...mistakeScripts };
  let url = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-models-"));
    await writeScriptedModel(join(folder, "scripted.gguf"), scripts);
    url = await serve("scripted.gguf");
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Plays the agent by hand; returns the answers, each held against the rule of a cache that only grows. */
  async function play(
    server: string,
    words: string,
    files: Readonly<Record<string, string>>,
    mostAnswers: number,
  ) {
    const messages = [system, user(words)];
    const answers: ChatMessage[] = [];
    const finishes: string[] = [];
    let expectedCache: number | undefined;
    while (answers.length < mostAnswers) {
      const answer = await chat(server, messages);
      if (expectedCache !== undefined)
        expect(answer.cachedTokens, JSON.stringify(answers.at(-1))).toBe(expectedCache);
      expectedCache = answer.promptTokens + answer.completionTokens - 1;
      answers.push(answer.message);
      finishes.push(answer.finish);
      messages.push(answer.message);
      const calls = answer.message.tool_calls ?? [];
      if (calls.length === 0) break;
      for (const call of calls) {
        messages.push({
          role: "tool",
          tool_call_id: call.id,
          content: toolAnswer(files, call.function.arguments),
        });
      }
    }
    return { answers, finishes };
  }

  it("streams the plain reply in several pieces when no marker is in sight", async () => {
    const deltas = await streamedText(url, "Good day to you!");
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join("")).toBe(repliesOf(scripts.plain ?? {})[0]?.says);
  });

  it("keeps Chinese whole", async () => {
    const deltas = await streamedText(url, "[[zh]]");
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join("")).toBe("你好！我是一个很小的测试模型，随时可以帮你看文件、改代码。");
  });

  it("streams four hundred pieces, and ticks until the limit", async () => {
    expect((await streamedText(url, "[[long]]")).length).toBeGreaterThan(300);
    const { message, finish } = await chat(url, [user("[[loop]]")], 60);
    expect(finish).toBe("length");
    expect(message.content).toContain("tick tock tick tock");
  });

  it("walks the chain of twelve steps without losing a token of the cache", async () => {
    const { answers, finishes } = await play(url, "start here: [[s1]]", standardFiles, 20);
    expect(answers).toHaveLength(13);
    expect(answers.at(-1)?.content).toBe("All twelve notes are read. The chain is done.");
    expect(finishes).toEqual([...Array.from({ length: 12 }, () => "tool_calls"), "stop"]);
  });

  const endless = (script: Script) => repliesOf(script).some((reply) => reply.repeats !== undefined);
  const chained = (name: string) => /^s\d+$/.test(name);
  const playable = Object.entries(scripts).filter(([name, script]) => !endless(script) && !chained(name));

  it.each(playable)("gives every reply of %s word for word", async (name, script) => {
    const replies = repliesOf(script);
    const messages = [system, user(`please ${markerOf(name)}`)];
    let expectedCache: number | undefined;
    for (const reply of replies) {
      const answer = await chat(url, messages);
      const calls = answer.message.tool_calls ?? [];
      expect(calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)])).toEqual(
        (reply.calls ?? []).map((call) => [call.name, call.arguments]),
      );
      expect(answer.finish).toBe(calls.length > 0 ? "tool_calls" : "stop");
      expect(answer.message.content.trimEnd()).toBe((reply.says ?? "").trimEnd());
      expect(answer.message.reasoning_content?.trimEnd()).toBe(reply.thinks);
      if (expectedCache !== undefined) expect(answer.cachedTokens).toBe(expectedCache);
      expectedCache = answer.promptTokens + answer.completionTokens - 1;
      messages.push(answer.message);
      for (const call of calls) messages.push({ role: "tool", tool_call_id: call.id, content: "ok" });
      if (calls.length === 0) messages.push(user("go on"));
    }
  });

  it("ends a mistake when the file it meant has been read", async () => {
    const content = mistakeFiles["mistakes/bad-json.txt"] ?? "";
    const { message } = await chat(url, [
      user("[[bad-json]]"),
      { role: "assistant", content: "oops" },
      user(content),
    ]);
    expect(message.content).toBe("The file is read and the task is done.");
  });

  it("thinks for ever, and writes a call for ever, until the limit", async () => {
    const thinking = await chat(url, [user("[[endless-thinking]]")], 80);
    expect(thinking.finish).toBe("length");
    expect(thinking.message.reasoning_content).toContain("Wait, let me think again. Wait,");
    const cut = await chat(url, [user("[[cut-call]]")], 80);
    expect(cut.finish).toBe("length");
    expect(cut.message.tool_calls?.[0]?.function.arguments).toContain(
      "the first line and on it goes with apples",
    );
  });

  it("reads a marker at either end of the window, and the newer of two", async () => {
    const filler = "Keep the file open and read the next line of the text. ".repeat(450);
    const first = await chat(url, [user(`[[think]] ${filler}`)]);
    expect(first.promptTokens).toBeGreaterThan(5000);
    expect(first.message.content).toBe("The answer is 42.");
    const second = await chat(url, [
      user(`${filler} [[think]] and then, after some more words here, [[zh]]`),
    ]);
    expect(second.message.content).toContain("你好");
  });

  it("gives the tour of the demo to its end and then answers plainly", async () => {
    await writeScriptedModel(join(folder, "demo.gguf"), demoScripts);
    const demo = await serve("demo.gguf");
    const { answers } = await play(demo, "[[tour]]", sampleProject, 10);
    expect(answers.map((answer) => answer.tool_calls?.[0]?.function.name)).toEqual([
      "read",
      "edit",
      "shell",
      undefined,
    ]);
    const after = await chat(demo, [system, user("[[tour]]"), ...answers.slice(-1), user("thanks")]);
    expect(after.message.content).toContain("scripted test model");
  });

  it("says why a server did not start", async () => {
    await expect(serve("missing.gguf")).rejects.toThrow(/did not start:[\s\S]*missing\.gguf/);
    await expect(startLlamaServer(join(folder, "no-program"), "model")).rejects.toThrow(/did not start/);
  });

  it.each<Architecture>(["llama", "gemma3", "lfm2"])("runs a random %s model", async (architecture) => {
    await writeRandomModel(join(folder, `${architecture}.gguf`), architecture);
    const random = await serve(`${architecture}.gguf`);
    const answer = await chat(random, [user("say something")], 8);
    expect(answer.completionTokens).toBeGreaterThan(0);
  });
});
