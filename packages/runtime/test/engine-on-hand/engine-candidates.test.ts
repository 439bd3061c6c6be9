import { describe, expect, it } from "vitest";
import { engineCandidates } from "../../src/engine-on-hand/engine-candidates.ts";

describe("the places where an engine is looked for", () => {
  const places = {
    environment: { PATH: "/opt/tools:/usr/bin", KESTREL_LLAMA_SERVER: "/mine/llama-server" },
    homeDir: "/home/ann",
    platform: "linux",
    configuredPath: "/configured/llama-server",
    fetchedPath: "/data/engine/llama-server-1/bin/llama-server",
  } as const;

  it("asks what the user named first and what Kestrel fetched last", () => {
    const origins = engineCandidates(places).map((candidate) => candidate.origin);
    expect([...new Set(origins)]).toEqual([
      "configured",
      "environment",
      "path",
      "usual-place",
      "kestrel-folder",
    ]);
  });

  it("asks a folder once, even if it is both on the path and a usual place", () => {
    const inUsrBin = engineCandidates(places).filter(
      (candidate) => candidate.path === "/usr/bin/llama-server",
    );
    expect(inUsrBin).toEqual([{ path: "/usr/bin/llama-server", origin: "path" }]);
  });

  it("looks into a llama.cpp that the user built at home", () => {
    const paths = engineCandidates(places).map((candidate) => candidate.path);
    expect(paths).toContain("/home/ann/llama.cpp/build/bin/llama-server");
  });

  it("speaks the system's own tongue on Windows", () => {
    const [first] = engineCandidates({
      environment: { Path: "C:\\llama;C:\\Windows" },
      homeDir: "C:\\Users\\ann",
      platform: "win32",
    });
    expect(first).toEqual({ path: "C:\\llama\\llama-server.exe", origin: "path" });
  });
});
