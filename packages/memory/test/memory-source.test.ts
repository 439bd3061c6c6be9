import { type CapabilitySource, catalogOf } from "@kestrel/core";
import { callsTool, givenSession, says, stillHost } from "@kestrel/core/testing";
import { SessionId } from "@kestrel/protocol";
import { estimateTokens } from "@kestrel/text";
import { expect, it } from "vitest";
import { memorySource } from "../src/index.ts";
import { givenBook } from "./given-book.ts";
import { temporaryFolder } from "./given-memory.ts";

const uses = (wish: object) => callsTool("use", { name: "memory", action: "call", arguments: wish });
const nothing = { on: true, recall: async () => ({ pinned: [], found: [], known: [] }), used: () => {} };

async function givenModel(...calls: ReturnType<typeof uses>[]) {
  const { book } = givenBook(await temporaryFolder());
  const host = stillHost();
  const source: CapabilitySource = memorySource(book, host.digest);
  const replies = [...calls.map((call) => [call]), [says("Done.")], [says("Well.")]];
  const session = await givenSession({ replies, catalog: catalogOf([source]), memory: nothing, host });
  const rows = async () => (await book.list({ all: true })).rows;
  const answers = () => session.bodies("tool.finished").map(({ content }) => content);
  return { book, session, rows, answers, source };
}

it("costs a line of about ten tokens", async () => {
  const { source } = await givenModel();
  const [line] = await source.lines("/home/ada");
  expect(estimateTokens(`${line?.name}: ${line?.line}`)).toBeLessThanOrEqual(12);
});

it("finds what is in force, and asks nobody", async () => {
  const { book, session, answers } = await givenModel(uses({ find: "kingfisher port" }));
  await book.store({ content: "The kingfisher port is 4000." });
  await book.store({ content: "The kingfisher port is 5000, says a page.", source: "proposed" });
  await session.says("which port?");
  expect(answers()).toEqual([expect.stringMatching(/^- The kingfisher port is 4000\. \(\d{4}-\d\d-\d\d\)$/)]);
  expect(session.bodies("approval.requested")).toEqual([]);
});

it("proposes, and nothing is in force before a person's yes", async () => {
  const { book, session, rows, answers } = await givenModel(uses({ propose: "The user likes oolong." }));
  await session.says("I like oolong");
  expect(answers()).toEqual(["Proposed. The user decides whether it is kept; go on."]);
  expect(await rows()).toMatchObject([{ content: "The user likes oolong.", source: "proposed" }]);
  expect((await rows())[0]?.outside).toBeUndefined();
  expect(await book.find("oolong")).toEqual([]);
});

it("marks what is proposed after the model has read anything, and takes three of a session", async () => {
  const facts = ["one", "two", "three", "four"].map((word) => uses({ propose: `The fact ${word}.` }));
  const { session, rows, answers } = await givenModel(uses({ find: "anything" }), ...facts);
  await session.says("go on");
  expect((await rows()).map(({ outside }) => outside)).toEqual([true, true, true]);
  expect(answers().at(-1)).toContain("proposed enough");
});

it.each([
  [{ propose: "password: correct-horse-battery" }, "never kept"],
  [{ propose: "one\ntwo" }, "one line"],
  [{ other: "x" }, "it needs find or propose"],
])("refuses %j", async (wish, why) => {
  const { session, rows, answers } = await givenModel(uses(wish));
  await session.says("go on");
  expect(answers()).toEqual([expect.stringContaining(why)]);
  expect(await rows()).toEqual([]);
});

it("does nothing in a private session", async () => {
  const { session, rows, answers } = await givenModel(uses({ propose: "The user likes oolong." }));
  await session.does({ type: "set-memory", on: false });
  await session.says("I like oolong");
  expect(answers()).toEqual(["Memory is not used in this session. Go on without it."]);
  expect(await rows()).toEqual([]);
  expect(SessionId.safeParse(session.session.state().sessionId).success).toBe(true);
});
