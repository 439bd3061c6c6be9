import { bareCatalog } from "@kestrel/core/testing";
import { ErrorBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { givenDaemon, smallModel } from "./kit/given-daemon.ts";
import { Watcher } from "./kit/watcher.ts";

describe("looking around", () => {
  it("tells what runs on this machine, to those who have the key", async () => {
    const server = { url: "http://127.0.0.1:11434", kind: "ollama", model: "qwen3:4b" } as const;
    const daemon = await givenDaemon({ parts: { discover: async () => ({ servers: [server] }) } });
    expect(await daemon.client.call("discovery")).toEqual({ servers: [server] });
    expect((await fetch(`${daemon.url}/api/v1/discovery`)).status).toBe(401);
  });
});

describe("a model server that goes away", () => {
  it("is looked at while somebody watches, and told to them", async () => {
    const daemon = await givenDaemon();
    const failure = { code: "unreachable", params: { url: "http://127.0.0.1:1234", model: "m" } } as const;
    daemon.engine.check = async () => daemon.engine.becomes({ state: "failed", failure });
    const watcher = await Watcher.of(daemon.address);
    const down = await watcher.sees(
      (piece) =>
        piece.kind === "frame" && piece.frame.type === "engine" && piece.frame.status.state === "failed",
    );
    expect(down).toMatchObject({ frame: { status: { failure } } });
  });

  it("is looked at before anybody is told how it is", async () => {
    const daemon = await givenDaemon();
    daemon.engine.check = async () => daemon.engine.becomes({ state: "failed" });
    expect((await daemon.client.call("status")).engine.state).toBe("failed");
    daemon.engine.check = async () => daemon.engine.becomes({ state: "ready" });
    expect((await daemon.client.call("listEngines")).engines).toMatchObject([{ status: { state: "ready" } }]);
  });
});

describe("starting a model over HTTP", () => {
  const given = async () => {
    const shelf = bareCatalog([smallModel], "omit");
    const daemon = await givenDaemon({ parts: { models: shelf } });
    const load = (body: unknown) =>
      fetch(`${daemon.url}/api/v1/models/load`, {
        method: "POST",
        headers: { authorization: `Bearer ${daemon.token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    return { shelf, daemon, load };
  };

  it("takes the name of a model that was found, and a window", async () => {
    const { shelf, daemon, load } = await given();
    expect((await load({ id: "small", window: 8192 })).status).toBe(202);
    expect(shelf.loads).toEqual([{ id: "small", window: 8192 }]);
    expect(await daemon.client.call("listModels")).toMatchObject({
      loaded: "small",
      models: [{ id: "small" }],
    });
    await daemon.client.call("unloadModel", { body: {} });
    expect((await daemon.client.call("listModels")).loaded).toBeUndefined();
  });

  it.each([
    { id: "../small" },
    { id: "/models/small.gguf" },
    { id: "models/small" },
    { id: "..%2fsmall" },
    { id: "Small" },
    { id: "" },
    { id: ".small" },
    { id: "small\n" },
    { id: ["small"] },
    { id: "small", bin: "/bin/sh" },
    { id: "small", model_path: "/models/small.gguf" },
    { id: "small", path: "/models/small.gguf" },
    { id: "small", extra_args: ["--tools", "all"] },
    { id: "small", extraArgs: ["-c", "1"] },
    { id: "small", flags: "--host 0.0.0.0" },
    { id: "small", window: "8192 --host 0.0.0.0" },
    { id: "small", window: 1 },
    { model_path: "/models/small.gguf" },
    {},
  ])("refuses %j and loads nothing", async (body) => {
    const { shelf, load } = await given();
    const answer = await load(body);
    expect(answer.status).toBe(400);
    expect(ErrorBody.parse(await answer.json()).error.code).toBe("invalid_request");
    expect(shelf.loads).toEqual([]);
  });

  it.each([
    { path: "/models/small.gguf", window: 8192 },
    { url: "http://127.0.0.1:1234" },
    { url: "https://models.example/v1", model: "qwen3:4b" },
  ])("takes %j", async (body) => {
    const { shelf, load } = await given();
    expect((await load(body)).status).toBe(202);
    expect(shelf.loads).toEqual([body]);
  });

  it.each([
    { path: "" },
    { path: "/models/small.gguf", args: ["--host", "0.0.0.0"] },
    { path: "/models/small.gguf", url: "http://127.0.0.1:1234" },
    { url: "file:///etc/passwd" },
    { url: "unix:/run/docker.sock" },
    { url: "http://ada:secret@127.0.0.1:1234" },
    { url: "http://127.0.0.1:1234/v1?key=secret" },
    { url: "http://127.0.0.1:1234\n" },
    { url: "http://127.0.0.1:1234", api_key: "secret" },
  ])("does not take %j", async (body) => {
    const { shelf, load } = await given();
    expect((await load(body)).status).toBe(400);
    expect(shelf.loads).toEqual([]);
  });

  it("does not know a model that no scan found", async () => {
    const { shelf, load } = await given();
    const answer = await load({ id: "elsewhere" });
    expect(ErrorBody.parse(await answer.json()).error.code).toBe("model_not_found");
    expect(shelf.loads).toEqual([]);
  });

  it("gives a new session the reasoning policy of the model's profile", async () => {
    const { daemon } = await given();
    const [opened] = await daemon.logOf(await daemon.opensSession());
    expect(opened?.body).toMatchObject({ type: "session.opened", prefix: { reasoning: "omit" } });
  });
});
