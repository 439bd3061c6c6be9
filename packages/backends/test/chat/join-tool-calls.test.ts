import { describe, expect, it } from "vitest";
import { CallDelta } from "../../src/chat/stream/chat-chunk.ts";
import { type JoinedCall, ToolCallJoiner } from "../../src/chat/stream/join-tool-calls.ts";

function join(...deltas: unknown[]): JoinedCall[] {
  const joiner = new ToolCallJoiner(new Set(["read", "list", "status", "read_file"]));
  for (const delta of deltas) joiner.add(CallDelta.parse(delta));
  return joiner.calls();
}

const a = { name: "read", arguments: '{"path":"a"}' };
const b = { name: "read", arguments: '{"path":"b"}' };

describe("tool calls from what servers make of them", () => {
  it("joins fragments that only the first names", () => {
    expect(
      join(
        { index: 0, id: "1", function: { name: "read", arguments: "" } },
        { index: 0, function: { arguments: '{"path"' } },
        { index: 0, function: { arguments: ':"a"}' } },
      ),
    ).toEqual([a]);
  });

  it("keeps two calls apart that come in turns", () => {
    expect(
      join(
        { index: 0, id: "1", function: { name: "read", arguments: '{"path"' } },
        { index: 1, id: "2", function: { name: "read", arguments: '{"path"' } },
        { index: 0, function: { arguments: ':"a"}' } },
        { index: 1, function: { arguments: ':"b"}' } },
      ),
    ).toEqual([a, b]);
  });

  it("does the same by id where there is no index", () => {
    expect(
      join(
        { id: "1", function: { name: "read", arguments: '{"path"' } },
        { id: "2", function: { name: "read", arguments: '{"path"' } },
        { id: "1", function: { arguments: ':"a"}' } },
        { id: "2", function: { arguments: ':"b"}' } },
      ),
    ).toEqual([a, b]);
  });

  it("goes on with the newest call where there is neither", () => {
    expect(
      join({ function: { name: "read", arguments: '{"path"' } }, { function: { arguments: ':"a"}' } }),
    ).toEqual([a]);
  });

  it("takes an index or an id that comes late", () => {
    expect(
      join(
        { function: { name: "read", arguments: '{"path"' } },
        { index: 0, id: "late", function: { arguments: ":" } },
        { index: 0, id: "late", function: { arguments: '"a"}' } },
      ),
    ).toEqual([a]);
  });

  it("is not fooled by a name or an id that is repeated with every fragment", () => {
    expect(
      join(
        { index: 0, id: "1", function: { name: "read", arguments: '{"path"' } },
        { index: 0, id: "1", function: { name: "read", arguments: ':"a"}' } },
      ),
    ).toEqual([a]);
  });

  it("tells whole calls apart that all have index 0, with ids and without", () => {
    expect(join({ index: 0, id: "1", function: a }, { index: 0, id: "2", function: b })).toEqual([a, b]);
    expect(join({ index: 0, function: a }, { index: 0, function: b })).toEqual([a, b]);
    expect(join({ function: a }, { function: b })).toEqual([a, b]);
  });

  it.each([
    ["at another index", [{ index: 0, id: "x", function: a }], [{ index: 1, id: "x", function: a }]],
    ["at the same index", [{ index: 0, id: "x", function: a }], [{ index: 0, id: "x", function: a }]],
    ["without an index", [{ id: "x", function: a }], [{ id: "x", function: a }]],
    [
      "in pieces",
      [{ index: 0, id: "x", function: a }],
      [
        { index: 1, id: "x", function: { name: "read", arguments: "" } },
        { index: 1, function: { arguments: '{ "path"' } },
        { index: 1, function: { arguments: ': "a" }' } },
      ],
    ],
    [
      "by its name alone",
      [{ index: 0, id: "x", function: a }],
      [{ index: 1, id: "x", function: { name: "read" } }],
    ],
    [
      "with arguments that go on at another index",
      [{ index: 0, id: "x", function: { name: "read", arguments: '{"path"' } }],
      [
        { index: 1, id: "x", function: { arguments: ":" } },
        { index: 1, function: { arguments: '"a"}' } },
      ],
    ],
  ])("takes one id for one call when a server sends it again %s", (_, first, again) => {
    expect(join(...first, ...again)).toEqual([a]);
  });

  it("tells a repeated call once while it is written, and numbers the next one behind it", () => {
    const joiner = new ToolCallJoiner(new Set(["read"]));
    const written = [a, a, b].flatMap((call, index) => {
      joiner.add(CallDelta.parse({ index, id: call === b ? "y" : "x", function: call }));
      return [...joiner.written()];
    });
    expect(written).toEqual([
      { index: 0, ...a },
      { index: 1, ...b },
    ]);
    expect(joiner.calls()).toEqual([a, b]);
  });

  it("does not lose a call because another one has its id", () => {
    expect(
      join({ index: 0, id: "000000000", function: a }, { index: 1, id: "000000000", function: b }),
    ).toEqual([a, b]);
    expect(join({ index: 0, function: a }, { index: 1, function: a })).toEqual([a, a]);
  });

  it("tells two calls without arguments from one name in two pieces", () => {
    expect(
      join({ index: 0, function: { name: "list" } }, { index: 0, function: { name: "status" } }),
    ).toEqual([
      { name: "list", arguments: "" },
      { name: "status", arguments: "" },
    ]);
    expect(join({ index: 0, function: { name: "read_" } }, { index: 0, function: { name: "file" } })).toEqual(
      [{ name: "read_file", arguments: "" }],
    );
  });

  it("writes arguments that came as an object as text", () => {
    expect(join({ index: 0, function: { name: "read", arguments: { path: "a" } } })).toEqual([a]);
  });

  it("makes no call of nothing, and leaves text alone that is no JSON", () => {
    expect(join({}, { index: 0, function: {} }, { id: "", function: null })).toEqual([]);
    expect(join({ index: 0, function: { name: "read", arguments: "{'path': oops" } })).toEqual([
      { name: "read", arguments: "{'path': oops" },
    ]);
  });

  it("tells now and then what is being written, and only the end of it", () => {
    const joiner = new ToolCallJoiner(new Set(["write"]));
    const piece = "0123456789";
    const told = [joiner.add(CallDelta.parse({ index: 0, function: { name: "write", arguments: "" } }))];
    for (let pieces = 0; pieces < 1000; pieces++) {
      told.push(joiner.add(CallDelta.parse({ index: 0, function: { arguments: piece } })));
    }
    const heard = told.filter((one) => one !== undefined);
    expect(heard[0]).toEqual({ tool: "write", written: 0, tail: "" });
    expect(heard.at(-1)).toEqual({ tool: "write", written: 10_000, tail: piece.repeat(60) });
    expect(heard.length).toBeLessThan(300);
  });
});
