import { type ErrorCode, type ErrorParams, errorFacts, errorParams } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { KestrelError } from "../src/errors.ts";

describe("a failure of the house", () => {
  it("brings the facts of its code, and the compiler knows no others", () => {
    const error = new KestrelError("session_not_found", "gone", { sessionId: "s-1" });
    expect(error.params).toEqual({ sessionId: "s-1" });
    // @ts-expect-error: the sentence about it would never say this
    new KestrelError("session_not_found", "gone", { session: "s-1" });
    // @ts-expect-error: a port is a number
    new KestrelError("port_in_use", "taken", { port: "7" });
  });

  it("is handed on with all it brought, whatever its code", () => {
    const handOn = (code: ErrorCode, params: ErrorParams) => new KestrelError(code, "again", params).params;
    expect(handOn("busy", { retry_after: 3, later: true })).toEqual({ retry_after: 3, later: true });
  });

  it("has its row of facts for every code there is", () => {
    expect(Object.keys(errorParams)).toEqual(Object.keys(errorFacts));
  });
});
