import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Endpoint, Engine, GuidanceWish } from "@kestrel/core";
import { ScriptedBackend, type ScriptedReply, stillEngine } from "@kestrel/core/testing";
import type { ModelProfile, ModelTraits } from "@kestrel/protocol/api";
import { backendInUse, EngineSchedule, modelKnowledge, type ProfileFolder } from "@kestrel/runtime";
import { onTestFinished } from "vitest";

/** A llama-server as far as a probe sees it; its template keeps everything, or forgets reasoning at a new message. */
async function fakeServer(forgets: boolean, template: string, size: number | undefined) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    let body = "";
    request.on("data", (bytes) => {
      body += bytes;
    });
    request.on("end", () => {
      const props = {
        build_info: "b1",
        chat_template: template,
        model_alias: "tiny",
        default_generation_settings: { n_ctx: 8192 },
      };
      if (request.url === "/props") return response.end(JSON.stringify(props));
      if (request.url === "/v1/models")
        return response.end(JSON.stringify({ data: [{ id: "tiny", meta: { size } }] }));
      if (request.url !== "/apply-template") return response.writeHead(404).end();
      const { messages } = JSON.parse(body) as { messages: Record<string, unknown>[] };
      const newest = messages.findLastIndex(({ role }) => role === "user");
      const prompt = messages.map(({ reasoning_content: thought = "", ...message }, index) =>
        JSON.stringify([message, forgets && index < newest ? "" : thought]),
      );
      return response.end(JSON.stringify({ prompt: prompt.join("") }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const still = stillEngine({ state: "stopped", source: "self" });
  const engine: Engine & typeof still = {
    ...still,
    async ready(cancel): Promise<Endpoint> {
      await still.ready(cancel);
      return { kind: "llama-cpp", url };
    },
  };
  return { asked, engine };
}

function shelfOf(profiles: ModelProfile[]): ProfileFolder {
  return {
    read: async ({ model, template }) =>
      profiles.findLast((profile) => profile.model === model && profile.template === template),
    latestFrom: async (source) => profiles.findLast((profile) => profile.source === source),
    write: async (profile) => void profiles.push(profile),
    leaveOut: async ({ model }, field) => {
      const known = profiles.findLast((profile) => profile.model === model);
      if (!known) return undefined;
      const left_out = [...(known.left_out ?? []), field];
      profiles.push({ ...known, left_out });
      return left_out;
    },
    count: async ({ model }, landing) => {
      const known = profiles.findLast((profile) => profile.model === model);
      if (!known) return undefined;
      const { calls = 0 } = known.landing ?? {};
      const sums = { ...landing, calls: calls + landing.calls };
      profiles.push({ ...known, landing: sums });
      return sums;
    },
  };
}

/** What is known of a model whose server answers as scripted, and what was asked of it. */
export async function given({
  forgets = false,
  replies = [] as ScriptedReply[],
  profiles = [] as ModelProfile[],
  traits = undefined as ModelTraits | undefined,
  template = "T",
  size = 2_147_712 as number | undefined,
  guidance = "auto" as GuidanceWish,
} = {}) {
  const { asked, engine } = await fakeServer(forgets, template, size);
  const backend = new ScriptedBackend(replies);
  const source = () => "/models/tiny.gguf";
  const toolFormats: string[] = [];
  const speaking = (toolFormat: string) => {
    toolFormats.push(toolFormat);
    return backendInUse(backend, { ...engine, occupy: () => () => undefined }, { schedule });
  };
  const schedule = new EngineSchedule();
  const shelf = shelfOf(profiles);
  const parts = { engine, backend, speaking, profiles: shelf, source, traits: () => traits, guidance };
  const knowledge = modelKnowledge(parts);
  return { asked, engine, knowledge, profiles, backend, toolFormats, schedule };
}
