import type { NamedFile } from "@kestrel/core";
import { callsTool, fakeRead, type Given, givenSession, notingTool, says } from "@kestrel/core/testing";
import { ranByPerson } from "@kestrel/text";
import { describe, expect, it } from "vitest";

const read = fakeRead((path) => `text of ${path}`);
const holds = (...files: NamedFile[]) => ({ namedIn: async () => files });
const fileOf = (path: string, length = 400): NamedFile => ({ path, length, tokens: length / 4 });
const small = fileOf("cart.py");

const given = (more: Partial<Given> = {}) =>
  givenSession({
    replies: [[says("It adds the tax twice.")], [says("Again.")]],
    tools: [read],
    namedFiles: holds(small),
    traits: { guidance: ["named_files"] },
    ...more,
  });

describe("a file that the message names", () => {
  it("is read before the model speaks, as a call that stands in the history and in the log", async () => {
    const session = await given();
    await session.says("What is wrong with cart.py?");
    expect(session.bodies("tool.requested")).toMatchObject([
      { tool: "read", arguments: '{"path":"cart.py"}', by: "kestrel" },
    ]);
    const [system, user, call, answer] = session.backend.prompts[0]?.messages ?? [];
    expect(system?.role).toBe("system");
    expect(user).toMatchObject({ role: "user" });
    expect(call).toMatchObject({ role: "assistant", content: "", calls: [{ name: "read" }] });
    expect(answer).toMatchObject({ role: "tool", content: "text of cart.py" });
    expect(session.backend.prompts).toHaveLength(1);
  });

  it("stays where it was sent: the next request only grows, and says how much of it the server has", async () => {
    const session = await given({ namedFiles: { namedIn: async (text) => (text === "1" ? [small] : []) } });
    await session.says("1");
    await session.says("2");
    const [first, second] = session.backend.prompts;
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
    expect(session.bodies("cache.missed")).toEqual([]);
  });

  it("is none that the output of a command of the person's names", async () => {
    const asked: string[] = [];
    const namedIn = async (text: string) => {
      asked.push(text);
      return [];
    };
    const session = await given({ namedFiles: { namedIn } });
    await session.says(`Reply in Markdown.\n\n${ranByPerson("ls", "cart.py", "exit code 0")}`);
    expect(asked).toEqual(["Reply in Markdown."]);
  });

  it("is not read where nothing of the kind is wanted, nor twice, nor by a message that only goes on", async () => {
    const reads = async (more: Partial<Given>, says = ["fix cart.py"]) => {
      const session = await given(more);
      for (const words of says) await session.says(words);
      return session.bodies("tool.requested").length;
    };
    expect(await reads({ traits: {} })).toBe(0);
    expect(await reads({ tools: [notingTool([], { name: "shell", risk: "read" })] })).toBe(0);
    expect(await reads({ namedFiles: undefined })).toBe(0);
    const seen = { outcome: "ok" as const, content: "it", seen: [{ path: "cart.py", hash: "1" }] };
    const remembering = notingTool([], { name: "read", risk: "read", result: seen });
    expect(await reads({ tools: [remembering] }, ["fix cart.py", "now again cart.py"])).toBe(1);
  });

  it("is left to the model where reading it would ask somebody", async () => {
    const session = await given({ tools: [notingTool([], { name: "read", risk: "external" })] });
    await session.says("fix cart.py");
    expect(session.bodies("tool.requested")).toEqual([]);
    expect(session.bodies("approval.requested")).toEqual([]);
  });

  it("has room up to a tenth of the window, three files, and no long one", async () => {
    const paths = async (files: NamedFile[], window: number) => {
      const session = await given({ namedFiles: holds(...files), window });
      await session.says("look");
      return session.bodies("tool.requested").map(({ arguments: text }) => JSON.parse(text).path);
    };
    const files = ["a", "b", "c", "d"].map((path) => fileOf(path));
    expect(await paths(files, 32_768)).toEqual(["a", "b", "c"]);
    expect(await paths(files, 1_024)).toEqual(["a"]);
    expect(await paths([fileOf("long", 6_001), small], 200_000)).toEqual(["cart.py"]);
  });

  it("is edited without reading it once more", async () => {
    const told: (string | undefined)[] = [];
    const edit = notingTool([], { name: "edit", risk: "read" });
    const seen = { outcome: "ok" as const, content: "it", seen: [{ path: "cart.py", hash: "h" }] };
    const session = await given({
      replies: [[callsTool("edit", { path: "cart.py" })], [says("Done.")]],
      tools: [
        notingTool([], { name: "read", risk: "read", result: seen }),
        {
          ...edit,
          run: async (args, context) => {
            told.push(context.lastSeen("cart.py"));
            return edit.run(args, context);
          },
        },
      ],
    });
    await session.says("fix cart.py");
    expect(told).toEqual(["h"]);
  });
});
