import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine, testTmux } from "../machine.ts";
import { mistakeFiles, mistakeScripts } from "../models/mistake-scripts.ts";
import { buildScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { screenBeside } from "../terminal/opened-screens.ts";

const scripts = { ...standardScripts, ...mistakeScripts };

/** A daemon whose model goes in circles when it is told to, and a larger one beside it that does not. */
async function givenLarger() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-larger-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "larger.gguf");
  await writeFile(path, buildScriptedModel(scripts, { name: "larger" }));
  return startTestDaemon({ scripts, files: mistakeFiles, loadout: `[crew.larger]\npath = "${path}"\n` });
}

describe.skipIf(testEngine === undefined)("a larger model on a llama-server of its own", () => {
  it("takes the next turn over after a yes, started for it; then the lead goes on and finds its cache", async () => {
    const daemon = await givenLarger();
    const session = await openTestSession(daemon);
    await session.turn("Find it. [[doom-loop]]");
    const offered = await session.until("escalation.offered");
    expect(offered.body).toMatchObject({ offer: "x1", why: "doom_loop", model: "larger.gguf" });
    const before = bodiesOf(session.events, "reply.completed").at(-1)?.usage;
    await session.send({ type: "answer-escalation", offer: "x1", accepted: true });
    await session.turn("Now you. [[plain]]");
    await session.turn("And again. [[plain]]");
    const asked = bodiesOf(session.events, "request.sent").map(({ model }) => model);
    expect(asked.slice(-2)).toEqual(["larger", "scripted"]);
    const after = bodiesOf(session.events, "reply.completed").at(-1)?.usage;
    expect(after?.cached).toBeGreaterThanOrEqual((before?.prompt ?? Number.POSITIVE_INFINITY) - 8);
    const again = { type: "answer-escalation" as const, offer: "x1", accepted: true };
    await expect(session.send(again)).rejects.toMatchObject({ code: "not_found" });
    const { engines } = await daemon.client.call("listEngines");
    expect(engines).toMatchObject([{ id: "lead" }, { roles: ["larger"], status: { state: "ready" } }]);
  });

  it.skipIf(testTmux === undefined)("is offered in a terminal, and accepted or refused there", async () => {
    const daemon = await givenLarger();
    const screen = await screenBeside(daemon);
    await screen.shows("Model: ");
    await screen.tell("/larger yes", "There is no offer of a larger model.");
    await screen.tell(
      "Find it. [[doom-loop]]",
      "larger.gguf can take over for one turn: /larger yes or /larger no.",
    );
    await screen.tell("/larger no", "The main model continues.");
    await screen.tell("Once more. [[doom-loop]]", /\/larger no\.[\s\S]*\/larger no\./);
    await screen.tell("/larger yes", "The larger model takes over");
    await screen.press("C-d");
    await screen.shows("ended 0");
  });
});
