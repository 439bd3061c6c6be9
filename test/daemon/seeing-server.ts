import { onTestFinished } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";

/** One pixel. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What a server streams that says one thing and is done. */
export const said = (text: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

/** Something like a llama-server whose model sees, or does not. It ends with the test. */
export async function startSeeingServer(vision = true): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  onTestFinished(() => server.stop());
  server.answers("GET /health", { status: "ok" });
  server.answers("GET /v1/models", { object: "list", data: [{ id: "seer", owned_by: "llamacpp" }] });
  const props = {
    model_alias: "seer",
    build_info: "b1",
    total_slots: 1,
    modalities: { vision },
    default_generation_settings: { n_ctx: 32_768 },
  };
  for (const path of ["/props", "/props?model=seer"]) server.answers(`GET ${path}`, props);
  server.otherwise(() => ({ body: said("A bird.") }));
  return server;
}
