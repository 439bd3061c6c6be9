import { describe, expect, it } from "vitest";
import { engineCandidates } from "../../src/engine-on-hand/engine-candidates.ts";

describe("the places where an engine is looked for", () => {
  const places = {
    environment: { PATH: "/opt/tools:/usr/bin", KESTREL_LLAMA_SERVER: "/mine/llama-server" },
    homeDir: "/home/ann",
    platform: "linux",
    workingFolder: "/home/ann/project",
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

  it.each([
    ["a relative folder", "bin"],
    ["the empty folder, which is the one somebody works in", ""],
    ["a folder below the one somebody works in", "/home/ann/project/node_modules/.bin"],
    ["a folder that is below it in the end", "/usr/../home/ann/project/bin"],
    ["the working folder itself", "/home/ann/project"],
  ])("never asks %s, whatever PATH says", (_what, folder) => {
    const workingFolder = "/home/ann/project";
    const environment = { PATH: `${folder}:/usr/bin` };
    const found = engineCandidates({ ...places, environment, workingFolder });
    expect(found.filter(({ origin }) => origin === "path").map(({ path }) => path)).toEqual([
      "/usr/bin/llama-server",
    ]);
  });

  it.each(["/home/ann", "/home", "/"])("asks the user's own folders also from %s", (workingFolder) => {
    const environment = { PATH: "/home/ann/.local/share/tools" };
    const found = engineCandidates({ ...places, environment, workingFolder });
    expect(found.map(({ path }) => path)).toContain("/home/ann/.local/share/tools/llama-server");
  });

  it("speaks the system's own tongue on Windows", () => {
    const [first] = engineCandidates({
      environment: { Path: "C:\\llama;C:\\Windows" },
      homeDir: "C:\\Users\\ann",
      platform: "win32",
      workingFolder: "C:\\Users\\ann\\project",
    });
    expect(first).toEqual({ path: "C:\\llama\\llama-server.exe", origin: "path" });
  });
});
