import { fails, says } from "@kestrel/core/testing";
import { errorFacts, TurnEndReason } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { failureWords } from "../src/bridge/failure-words.ts";
import { wordsIn } from "../src/words.ts";
import { ada, givenChannel } from "./kit/given-channel.ts";

describe("a failure, told in a chat", () => {
  it("is a sentence with what to do at the machine, and stands below what was said before it", async () => {
    const { telegram } = await givenChannel({
      daemon: { replies: [[fails("auth")], [says("A wren"), fails("template")]] },
    });
    telegram.says(ada, "Which bird?");
    await telegram.until(() => telegram.shown(ada).length === 1);
    telegram.says(ada, "And that one?");
    await telegram.until(
      () => telegram.shown(ada).at(-1)?.toString().includes("machine to see why") === true,
    );
    expect(telegram.shown(ada)).toEqual([
      "The model's server does not accept the key. At the machine, put the right one into the variable that model.api_key_env names.",
      "A wren\n\nThe turn failed (template). Run kestrel doctor at the machine to see why.",
    ]);
  });

  it("says that a session is gone, and the next message begins another", async () => {
    const { telegram, daemon, sessions } = await givenChannel({
      daemon: { replies: [[says("A wren.")], [says("An owl.")]] },
    });
    telegram.says(ada, "Which bird?");
    await telegram.until(() => telegram.shown(ada).includes("A wren."));
    const [session] = await sessions();
    await daemon.client.call("removeSession", { params: { id: String(session?.id) }, body: {} });
    telegram.says(ada, "And at night?");
    const gone = "The session of this chat is gone. Send the message again: it begins a new one.";
    await telegram.until(() => telegram.shown(ada).includes(gone));
    telegram.says(ada, "And at night?");
    await telegram.until(() => telegram.shown(ada).includes("An owl."));
  });

  it.each(["en", "zh-CN"] as const)("(%s) is whole whatever failed, and no bare code", (language) => {
    const say = wordsIn(language);
    const codes = [...(Object.keys(errorFacts) as (keyof typeof errorFacts)[]), ...TurnEndReason.options];
    for (const code of codes) {
      const words = failureWords(code, say);
      expect(words).toMatch(/[.。]$/);
      expect(
        words
          .replace(`(${code})`, "")
          .replace(`（${code}）`, "")
          .replaceAll(/`[^`]+`/g, ""),
      ).not.toMatch(/[{}]|[a-z]_[a-z]/);
    }
  });
});
