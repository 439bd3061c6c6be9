import { createEngine } from "@kestrel/runtime";
import { afterEach, describe, expect, it } from "vitest";
import { findServers } from "../../src/discovery/find-servers.ts";
import { askIdentity } from "../../src/probe/model-identity.ts";
import { FakeServers } from "./fake-server.ts";
import { offers } from "./offers.ts";

const patient = () => new AbortController().signal;
const noSupervisor = { supervisorPath: "not needed" };

describe("a model that nobody named", () => {
  const servers = new FakeServers();
  afterEach(() => servers.close());
  const ready = async (url: string, model?: string) =>
    createEngine({ source: "connect", url, model }, noSupervisor)
      .ready(patient())
      .catch((error) => error);

  it.each(offers)(
    "at $says is never one that is remote, not loaded or mute",
    async ({ kind, routes, unnamed }) => {
      const url = await servers.serve(routes);
      const { port } = new URL(url);
      const [found] = await findServers([Number(port)]);
      if (typeof unnamed === "string") {
        expect(await ready(url)).toMatchObject({ kind, model: unnamed });
        expect(found).toEqual({ url, kind, model: unnamed });
      } else {
        const { code, ...names } = unnamed;
        const error = await ready(url);
        expect(error).toMatchObject({ code, params: { url, ...names } });
        expect(found).toEqual({ url, kind, model: undefined });
      }
      // Looking loads nothing.
      expect(servers.asked.filter((line) => /chat|load|generate|props\?/.test(line))).toEqual([]);
    },
  );

  it("is theirs to name, remote or not loaded as it may be", async () => {
    const [, listed] = offers;
    const url = await servers.serve(listed?.routes ?? {});
    expect(await ready(url, "glm-4.6:cloud")).toMatchObject({ model: "glm-4.6:cloud" });
    expect(await ready(url, "mine")).toMatchObject({ model: "mine:latest" });
  });

  it("is an error with what there is when the name is not listed", async () => {
    const url = await servers.serve({ "/v1/models": { data: [{ id: "a" }, { id: "b" }] } });
    expect(await ready(url, "c")).toMatchObject({
      code: "model_not_found",
      params: { url, id: "c", candidates: "a, b" },
    });
  });

  it("tells its properties in a router without being loaded for it", async () => {
    const url = await servers.serve({
      "/props": { role: "router" },
      "/props?model=a%2Fb&autoload=false": { chat_template: "{{ messages }}", build_info: "b1" },
      "/v1/models": { data: [] },
    });
    const { identity } = await askIdentity({ kind: "llama-cpp", url, model: "a/b" });
    expect(identity).toMatchObject({ server: "llama-cpp b1", model: "b" });
    expect(servers.asked).toContain("GET /props?model=a%2Fb&autoload=false");
  });
});
