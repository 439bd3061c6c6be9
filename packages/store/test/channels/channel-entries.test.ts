import { describe, expect, it } from "vitest";
import { readChannelEntry } from "../../src/channels/channel-entries.ts";

describe("an entry of a channel", () => {
  it.each([
    [{ token_env: "TOKEN", token_file: "/home/ada/token" }, "token_file"],
    [{ kind: "irc", url: "ircs://irc.example.org" }, "nick"],
    [{ tokn_env: "TOKEN" }, "tokn_env"],
    [{ kind: "pigeon" }, "kind"],
    [{ mode: "auto" }, "mode"],
  ])("%o is refused by the name of a key", (entry, wrong) => {
    expect(readChannelEntry("telegram", entry)).toEqual({ wrong });
  });

  it("is of the kind that its name says, unless it says another", () => {
    expect(readChannelEntry("telegram", {})).toEqual({ kind: "telegram", entry: {} });
    const entry = { kind: "slack" };
    expect(readChannelEntry("telegram", entry)).toEqual({ kind: "slack", entry });
  });
});
