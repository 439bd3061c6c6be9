import { somePrompt } from "./chunks.ts";
import { FakeModelServer, type Performance } from "./fake-model-server.ts";
import type { OpenStage, Stage } from "./stage.ts";
import type { Wire } from "./wires/wire.ts";

/** A server that plays the bytes of a wire: recorded, or written after the documented shapes. */
export function playedStage(wire: Wire): Stage {
  return {
    name: `${wire.kind}, played`,
    kind: wire.kind,
    interrupted: wire.interrupted,
    chatPath: wire.chatPath,
    sends: wire.sends,
    silenceLimit: 300,
    lines: {
      text: wire.text.says,
      thought: wire.thinkThenCall.thinks,
      spacing: wire.twoCalls.spacing,
      rest: wire.cutCall.rest,
      beforeError: "I begin ",
      beforeSilence: "I begin ",
    },
    cannot: {},
    open: () => openPlayed(wire),
  };
}

async function openPlayed(wire: Wire): Promise<OpenStage> {
  const server = await FakeModelServer.start();
  const other = await FakeModelServer.start();
  const redirect: Performance = {
    status: 307,
    headers: { location: `${other.url}${wire.chatPath}` },
    body: "",
  };
  return {
    url: server.url,
    // Whoever is led to the other server is heard too, and should not be.
    get heard() {
      return [...server.heard, ...other.heard];
    },
    get chats() {
      return [...server.chats, ...other.chats];
    },
    async tells(story, travel) {
      server.plays({ ...(story === "redirect" ? redirect : wire[story]), ...travel });
      const told = { prompt: somePrompt, request: { toolChoice: "auto" as const } };
      if (story === "text") return { ...told, usage: wire.text.usage };
      return story === "overflow" ? { ...told, params: wire.overflow.params } : told;
    },
    hungUp: () => server.hungUp(),
    goesAway: () => server.goesAway(),
    async close() {
      await server.stop();
      await other.stop();
    },
  };
}
