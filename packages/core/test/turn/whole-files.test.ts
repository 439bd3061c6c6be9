import { callsTool, fakeTool, type Given, givenSession, notingTool, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const text = "def total(items):\n    return sum(items)";
const doubled = "def total(items):\n    return sum(items) * 2\n";
const whole = "cart.py\n```python\ndef total(items):\n    return sum(items) * 2\n```";

const done = { outcome: "ok" as const, content: "Done." };
const change = { path: "cart.py", diff: "", added: 1, removed: 1 };

const given = (replies: Given["replies"], more: Partial<Given> = {}) => {
  const writes: unknown[] = [];
  const edited: unknown[] = [];
  const seen = { outcome: "ok" as const, content: text, seen: [{ path: "cart.py", hash: "h" }] };
  const tools = [
    notingTool([], { name: "read", risk: "read", result: seen }),
    notingTool(writes, { name: "write", risk: "read", result: { ...done, changes: [change] } }),
    notingTool(edited, { name: "edit", risk: "read" }),
    notingTool([], { name: "search", risk: "read" }),
  ];
  const namedFiles = { namedIn: async () => [{ path: "cart.py", length: 40, tokens: 10 }] };
  const traits = { guidance: ["named_files" as const, "whole_files" as const] };
  return givenSession({ replies, tools, namedFiles, traits, ...more }).then((session) => ({
    session,
    writes,
    edited,
  }));
};

describe("a model that writes files whole", () => {
  it("reads the file in front of the request, and its block is a write like any other", async () => {
    const { session, writes } = await given([[says(whole)], [says("Doubled.")]]);
    await session.says("Double the total in cart.py.");
    const [first, second] = session.backend.prompts;
    expect(first?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(first?.messages.at(-1)?.content).toMatch(
      /\n\ncart\.py:\n```\ndef total[\s\S]*\n```\n\nDouble the total in cart\.py\.$/,
    );
    expect(writes).toEqual([{ path: "cart.py", content: "def total(items):\n    return sum(items) * 2\n" }]);
    expect(session.bodies("tool.requested").at(-1)).toMatchObject({ recovered: "whole_file", tool: "write" });
    expect(second?.messages.at(-2)).toMatchObject({ role: "assistant", calls: [{ name: "write" }] });
  });

  it("is asked for the whole file where it leaves lines out, once", async () => {
    const piece = "cart.py\n```python\n# rest of the code\n```";
    const { session, writes } = await given([[says(piece)], [says(piece)]]);
    await session.says("Double the total in cart.py.");
    expect(writes).toEqual([]);
    expect(session.bodies("tool.finished").at(-1)?.content).toContain("that leaves out lines of cart.py");
    expect(session.backend.prompts).toHaveLength(2);
  });

  it("knows a block by the lines that it repeats, whatever the name above it", async () => {
    const files: Record<string, string> = {
      "cart.py": `TAX = 2\n${text}`,
      "cart_test.py": "import cart\nassert cart.total([1]) == 2",
    };
    const read = fakeTool({
      name: "read",
      risk: "read",
      run: ({ path }) => {
        const content = files[String(path)] ?? "";
        return { outcome: "ok", content, seen: [{ path: String(path), hash: content }] };
      },
    });
    const writes: unknown[] = [];
    const tools = [read, notingTool(writes, { name: "write", risk: "read" })];
    const namedFiles = {
      namedIn: async () => Object.keys(files).map((path) => ({ path, length: 40, tokens: 10 })),
    };
    const listed = `cart.py\n\ncart_test.py:\n\`\`\`\nTAX = 2\n${doubled}\`\`\``;
    const { session } = await given([[says(listed)], [says("Doubled.")]], { tools, namedFiles });
    await session.says("Double the total in cart.py.");
    expect(writes).toEqual([{ path: "cart.py", content: `TAX = 2\n${doubled}` }]);
  });

  it("may begin a call's content with the file's name, which is not written", async () => {
    const { session, writes } = await given([
      [says(JSON.stringify({ name: "write", arguments: { path: "cart.py", content: "cart.py\nb = 2\n" } }))],
      [says("Done.")],
    ]);
    await session.says("Double the total in cart.py.");
    expect(writes).toEqual([{ path: "cart.py", content: "b = 2\n" }]);
  });

  it("may call tools all the same; another model's blocks stay words", async () => {
    const called = [callsTool("write", { path: "b.py", content: "x" })];
    const { session, writes } = await given([called, [says(whole)], [says("ok")]]);
    await session.says("go");
    expect(writes).toHaveLength(2);
    const other = await given([[says(whole)]], { traits: { guidance: ["named_files"] } });
    await other.session.says("Double the total in cart.py.");
    expect(other.writes).toEqual([]);
    expect(other.session.backend.prompts[0]?.messages.at(-1)?.content).toBe(text);
  });

  const asksTo = (tool: string, more: object) => callsTool(tool, { path: "cart.py", ...more });
  const edits = [asksTo("edit", { old: "sum(items)", new: "2" })];
  const begun = "cart.py\n```\n";

  it("writes the file that its call would change as text, from the beginning it is given", async () => {
    const { session, writes } = await given([edits, [says(`${doubled}\`\`\``)], [says("Doubled.")]], {
      begunReply: true,
    });
    await session.says("Double the total in cart.py.");
    expect(session.backend.requests.map(({ begins }) => begins)).toEqual([undefined, begun, undefined]);
    expect(session.bodies("request.sent").map(({ cause }) => cause)).toEqual([
      undefined,
      "whole_file",
      undefined,
    ]);
    expect(writes).toEqual([{ path: "cart.py", content: doubled }]);
  });

  it("is asked again for a file as it is, and then its call runs as it was made", async () => {
    const same = [says(`${text}\n\`\`\``)];
    const { session, writes, edited } = await given([edits, same, same, same, [says("Doubled.")]], {
      begunReply: true,
    });
    await session.says("Double the total in cart.py.");
    expect(session.backend.requests.map(({ begins }) => begins)).toEqual([
      undefined,
      begun,
      begun,
      begun,
      undefined,
    ]);
    expect({ writes: writes.length, edited: edited.length }).toEqual({ writes: 0, edited: 1 });
  });

  it("writes a file with fences of its own in a longer one", async () => {
    const inner = "# Cart\n\n```sh\nnpm test\n```\n\nThe end.";
    const seen = { outcome: "ok" as const, content: inner, seen: [{ path: "cart.py", hash: "h" }] };
    const writes: unknown[] = [];
    const replies = [edits, [says(`${inner}\nNow it ends.\n\`\`\`\``)], [says("Added.")]];
    const { session } = await given(replies, {
      begunReply: true,
      tools: [
        notingTool([], { name: "read", risk: "read", result: seen }),
        notingTool(writes, { name: "write", risk: "read" }),
        notingTool([], { name: "edit", risk: "read" }),
      ],
    });
    await session.says("Say in cart.py that it ends.");
    expect(session.backend.prompts[0]?.messages.at(-1)?.content).toContain("cart.py:\n````\n# Cart");
    expect(session.backend.requests[1]?.begins).toBe("cart.py\n````\n");
    expect(writes).toEqual([{ path: "cart.py", content: `${inner}\nNow it ends.\n` }]);
  });

  it("is not asked for a file as text where its server continues none", async () => {
    const { session, edited } = await given([edits, [says("Doubled.")]]);
    await session.says("Double the total in cart.py.");
    expect(session.backend.requests.map(({ begins }) => begins)).toEqual([undefined, undefined]);
    expect(edited).toHaveLength(1);
  });

  const looks = [callsTool("search", { pattern: "sum", path: "cart.py", glob: "" })];
  const begunWith = (session: Awaited<ReturnType<typeof given>>["session"]) =>
    session.backend.requests.map(({ begins }) => begins);

  it.each([
    ["What does total in cart.py return?", "In `cart.py`,", " it returns the sum."],
    ["cart.py 里的 total 返回什么？", "根据 `cart.py`，", "返回总和。"],
  ])(
    "answers a question in place of a call that looks into the file shown: %s",
    async (question, begins, goesOn) => {
      const { session } = await given([looks, [says(goesOn)]], { begunReply: true });
      await session.says(question);
      expect(begunWith(session)).toEqual([undefined, begins]);
      expect(session.bodies("request.sent").at(-1)?.cause).toBe("answer");
      expect(session.bodies("tool.requested").filter(({ by }) => !by)).toEqual([]);
      expect(
        session
          .bodies("reply.text")
          .map(({ text: said }) => said)
          .join(""),
      ).toBe(begins + goesOn);
      expect(session.bodies("turn.ended").at(-1)?.reason).toBe("done");
    },
  );

  it("runs that call all the same where no answer comes, or where it holds a call", async () => {
    const called = `\n${JSON.stringify({ name: "read", arguments: { path: "cart.py" } })}`;
    for (const nothing of [[says("")], [says(called)]]) {
      const { session } = await given([looks, nothing, [says("The sum.")]], { begunReply: true });
      await session.says("What does total in cart.py return?");
      expect(begunWith(session)).toEqual([undefined, "In `cart.py`,", undefined]);
      expect(session.bodies("tool.requested").at(-1)).toMatchObject({ tool: "search" });
    }
  });

  it("makes the one new file that the message names in place of looking into the file shown", async () => {
    const { session, writes } = await given([looks, [says("3\n```")], [says("Counted.")]], {
      begunReply: true,
    });
    await session.says("Count the lines of cart.py into lines.txt.");
    expect(begunWith(session)).toEqual([undefined, "lines.txt\n```\n", undefined]);
    expect(writes).toEqual([{ path: "lines.txt", content: "3\n" }]);
    const asked = await given([looks, [says("It adds up.")]], { begunReply: true });
    await asked.session.says("Explain cart.py.");
    expect(begunWith(asked.session)).toEqual([undefined, undefined]);
  });

  it("writes the file that a failed check is about in place of the check's own, until it passes", async () => {
    const files: Record<string, string> = { "cart.py": text, "cart_test.py": "assert total([1]) == 2" };
    const writes: unknown[] = [];
    const edited: unknown[] = [];
    const tools = [
      fakeTool({
        name: "read",
        risk: "read",
        run: ({ path }) => {
          const content = files[String(path)] ?? "";
          return { outcome: "ok", content, seen: [{ path: String(path), hash: content }] };
        },
      }),
      fakeTool({
        name: "write",
        risk: "read",
        run: (args) => {
          writes.push(args);
          return { ...done, changes: [change] };
        },
      }),
      notingTool(edited, { name: "edit", risk: "read" }),
      fakeTool({
        name: "shell",
        risk: "read",
        run: () => {
          const exitCode = writes.length > 1 ? 0 : 1;
          return { outcome: exitCode ? "error" : "ok", content: `exit code ${exitCode}`, exitCode };
        },
      }),
    ];
    const namedFiles = {
      namedIn: async () => Object.keys(files).map((path) => ({ path, length: 40, tokens: 10 })),
    };
    const bends = [callsTool("edit", { path: "cart_test.py", old: "2", new: "1" })];
    const wrong = [says("def total(items):\n    return 1\n```")];
    const right = [says(`${doubled}\`\`\``)];
    const replies = [bends, wrong, bends, right, bends];
    const traits: Given["traits"] = { guidance: ["named_files", "whole_files", "run_check", "advice"] };
    const more = { begunReply: true, tools, namedFiles, traits };
    const { session } = await given(replies, more);
    const message = "Mend cart.py: `python3 cart_test.py` must pass.";
    await session.says(message);
    const free = undefined;
    expect(begunWith(session)).toEqual([free, begun, free, begun, free]);
    expect(writes).toEqual([
      { path: "cart.py", content: "def total(items):\n    return 1\n" },
      { path: "cart.py", content: doubled },
    ]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(JSON.stringify(session.bodies("tool.finished"))).not.toContain("Not tested yet");
    writes.length = 0;
    const stuck = await given([bends, wrong, bends, wrong, wrong, wrong, [says("It stays so.")]], more);
    await stuck.session.says(message);
    expect(writes).toHaveLength(1);
    expect(edited).toEqual([]);
  });

  it("takes no key of a file that it read for a new file", async () => {
    const seen = { outcome: "ok" as const, content: "total.start=3", seen: [{ path: "cart.py", hash: "h" }] };
    const tools = ["read", "write", "search"].map((name) =>
      notingTool([], { name, risk: "read", ...(name === "read" && { result: seen }) }),
    );
    const { session } = await given([looks, [says("Done.")]], { begunReply: true, tools });
    await session.says("Set total.start in cart.py to 5.");
    expect(begunWith(session)).toEqual([undefined, undefined]);
  });

  it("shows a file that it wrote as text again, which is no second write", async () => {
    const again = whole.replace("2", "3");
    const { session, writes } = await given([[says(whole)], [says(`Now it reads:\n${again}`)]]);
    await session.says("Double the total in cart.py.");
    expect(writes).toHaveLength(1);
  });
});
