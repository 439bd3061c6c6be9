import { catalogOf } from "@kestrel/core";
import { callsTool, fakeSource, givenSession, says } from "@kestrel/core/testing";
import { laidReady } from "@kestrel/session-state";
import { expect, it } from "vitest";

const skills = fakeSource({
  kind: "skill",
  has: {
    pdf: "Read, fill and merge PDF forms\nUse pdftk for it.",
    terraform: "Terraform modules\nPlan first.",
  },
});
const servers = fakeSource({
  kind: "server",
  has: { github: "Issues", "github/create_issue": "create_issue(title: string)\nOpens an issue." },
  run: () => ({ outcome: "ok", content: "issue 7" }),
});
const catalog = catalogOf([skills, servers]);

const replies = [[says("One.")], [says("Two.")], [says("Three.")], [says("Four.")], [says("Five.")]];
const create = callsTool("use", { name: "github/create_issue", arguments: { title: "x" } });

it("lays the words of what is meant beside the message, once, where they stay", async () => {
  const session = await givenSession({ replies, catalog });
  await session.says("what is in this folder?");
  await session.says("fill the form in this pdf");
  await session.says("and merge the other pdf forms into it");
  const said = session.backend.prompts.map(({ messages }) => messages.at(-1)?.content);
  expect(said[1]).toBe(
    "[Kestrel laid pdf ready, as the words below may mean it. Leave it where they do not.]\nRead, fill and merge PDF forms\nUse pdftk for it.\n\nfill the form in this pdf",
  );
  expect(said[2]).toBe("and merge the other pdf forms into it");
  const [, second, third] = session.backend.prompts;
  expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages);
  expect(third?.tools).toEqual(second?.tools);
});

it("spares the way to what is called: the tool is called at once, and what was laid is counted", async () => {
  const session = await givenSession({ replies: [[create], [says("Done.")]], catalog });
  const turn = session.says("please create an issue on github: the cart is empty");
  await expect.poll(() => session.bodies("approval.requested").length).toBe(1);
  const [question] = session.bodies("approval.requested");
  if (!question) throw new Error("nobody was asked");
  await session.does({ type: "approve", callId: question.callId, digest: question.digest, scope: "once" });
  await turn;
  expect(session.backend.prompts).toHaveLength(2);
  expect(laidReady(session.session.state())).toMatchObject({ names: ["github/create_issue"], called: 1 });
  // Who asks for the words all the same is told that they stand there.
  expect(session.bodies("context.added").at(-1)).toMatchObject({
    ...{ kind: "capability", described: [{ name: "github/create_issue" }] },
  });
});

it("lays nothing that could not be called in a plan, and nothing where it is turned off", async () => {
  const planning = await givenSession({ replies, catalog });
  await planning.does({ type: "set-mode", mode: "plan" });
  await planning.says("create an issue on github");
  await planning.says("fill the form in this pdf");
  const laid = planning.bodies("context.added").filter(({ kind }) => kind === "capability");
  expect(laid.flatMap(({ described }) => described?.map(({ name }) => name))).toEqual(["pdf"]);

  const off = await givenSession({ replies, catalog: catalogOf([skills, servers], {}, false) });
  await off.says("fill the form in this pdf");
  expect(off.bodies("context.added").some(({ kind }) => kind === "capability")).toBe(false);
});
