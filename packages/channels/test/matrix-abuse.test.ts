import { says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { MatrixAdapter } from "../src/adapters/matrix.ts";
import { FakeMatrix } from "./kit/fake-matrix.ts";
import { givenBridge } from "./kit/given-bridge.ts";

async function given(before: (matrix: FakeMatrix) => void = () => {}) {
  const matrix = new FakeMatrix();
  await matrix.start();
  before(matrix);
  const daemon = { replies: [[says("A wren.")]] };
  const rules = { allow: [matrix.ada], groups: [matrix.group] };
  const bridge = await givenBridge("matrix", matrix.adapter, { daemon }, rules);
  const listens = () =>
    matrix.until(() => matrix.calls.at(-1)?.path.includes(`since=s${matrix.kept.length}`) === true);
  await listens();
  return Object.assign(bridge, { matrix, listens });
}

/** More than an answer may have, in the state of a room that a stranger made. */
function invitesHugely(matrix: FakeMatrix): void {
  const forged = [{ type: "m.room.topic", content: { topic: "z".repeat(9 * 1_048_576) } }];
  matrix.invites(matrix.eve, "!huge", { forged });
}

it("is there although a stranger's invitation is larger than any answer that is read", async () => {
  const { matrix } = await given(invitesHugely);
  matrix.says(matrix.ada, "Which bird?");
  await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
  expect(matrix.rooms.get("!huge")?.members.has(matrix.me)).toBe(false);
});

it("reads what was written beside such an invitation, and passes over it once", async () => {
  const { matrix, state, stops, begins, listens } = await given();
  await stops();
  matrix.says(matrix.ada, "Which bird?");
  invitesHugely(matrix);
  matrix.says(matrix.eve, "stranger", { room: matrix.group });
  await begins();
  await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
  await listens();
  expect(matrix.shown(matrix.direct)).toEqual(["A wren."]);
  expect(state()).toMatchObject({ state: "up", dropped: 1 });
  expect(matrix.calls.filter(({ path }) => path.includes("/messages?"))).toHaveLength(2);
});

it("comes where somebody who may write invites it beside such an invitation, and to no room that it left", async () => {
  const { matrix } = await given((before) => {
    before.invites(before.ada, "!left");
    const room = before.rooms.get("!left");
    delete room?.invited;
    Object.assign(room ?? {}, { left: true });
    before.invites(before.ada, "!ours");
    invitesHugely(before);
  });
  await matrix.until(() => matrix.rooms.get("!ours")?.members.has(matrix.me) === true);
  matrix.says(matrix.ada, "Which bird?", { room: "!ours" });
  await matrix.until(() => matrix.shown("!ours").includes("A wren."));
  expect(["!huge", "!left"].map((id) => matrix.rooms.get(id)?.members.has(matrix.me))).toEqual([
    false,
    false,
  ]);
  expect(matrix.calls.some(({ path }) => path.includes("/rooms/!huge"))).toBe(false);
});

it.each([404, 500])("is there without the list of notifications as well (%i)", async (status) => {
  const { matrix } = await given((before) => {
    before.refuses(/notifications/, { status, body: { errcode: "M_UNRECOGNIZED" } });
    invitesHugely(before);
  });
  matrix.says(matrix.ada, "Which bird?");
  await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
});

it("gives its token to another machine without TLS for no answer either", async () => {
  const adapter = new MatrixAdapter({ token: "syt_secret", url: "http://192.0.2.1", refusal: "" });
  const target = { chat: "!direct:example.org", kind: "direct" } as const;
  await expect(adapter.send(target, { text: "Once." }, "a")).rejects.toMatchObject({
    message: "a token needs https://",
    park: "refused",
  });
});

it("asks again who is in a room where the server does not know its place any more", async () => {
  const { matrix, bridge, state, until, listens } = await given();
  matrix.says(matrix.ada, "Which bird?");
  await matrix.until(() => matrix.shown(matrix.direct).includes("A wren."));
  await listens();
  // Eve came in what the server lost.
  matrix.rooms.get(matrix.direct)?.members.add(matrix.eve);
  matrix.refuses(/sync/, { status: 400, body: { errcode: "M_UNKNOWN" } });
  matrix.says(matrix.eve, "stranger", { room: matrix.group });
  const place = `since=s${matrix.kept.length}`;
  await matrix.until(() => matrix.calls.filter(({ path }) => path.includes(place)).length === 2);
  await bridge.post({ chat: matrix.direct, kind: "direct" }, "For Ada alone.", "one");
  await until(() => state().queue?.out === 0);
  expect(matrix.shown(matrix.direct)).not.toContain("For Ada alone.");
});
