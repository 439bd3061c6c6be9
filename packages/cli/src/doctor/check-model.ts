import type { ModelProfile, ModelTraits } from "@kestrel/protocol/api";
import type { DaemonClient } from "@kestrel/server/client";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { landingOf } from "./check-landing.ts";
import { windowOf } from "./check-window.ts";
import type { Finding } from "./finding.ts";
import { remedyOf, serveWith } from "./remedy-of.ts";

/** Checks that need the model: it answers, its window, its template, and a tool call. */
export async function checkModel(client: DaemonClient, running: boolean, say: Say): Promise<Finding[]> {
  try {
    await client.call("probeModel", { body: {} });
    const { profile } = await client.call("probeModel", { body: { question: "call" } });
    const { settings } = await client.call("settings");
    const isSet = (key: string) => (settings.find((setting) => setting.key === key)?.value ?? null) !== null;
    const { engine } = await client.call("status");
    // Another model may have been loaded since kestrel-nano was used.
    const notice = engine.model?.traits?.notice;
    const standsIn = notice !== undefined && !["model.path", "model.url", "model.host"].some(isSet);
    const named = !standsIn;
    const landing = landingOf(profile);
    return [
      answered(profile, named, running),
      windowOf(profile, {
        ...{ named, own: engine.source === "self", running },
        trained: engine.model?.trainedWindow,
      }),
      toolsOf(profile, { notice, running }),
      templateOf(profile),
      ...(profile.grammar === undefined ? [] : [grammarOf(profile.grammar)]),
      ...(landing ? [landing] : []),
    ];
  } catch (error) {
    const { code, params } = failureOf(error);
    const facts = { problem: say(`error.${code}`, params) };
    return [
      { level: "fail", sentence: "doctor.model.fail", facts, fix: remedyOf({ code, params }, running) },
    ];
  }
}

function grammarOf(grammar: string): Finding {
  return { level: "ok", sentence: "doctor.grammar", facts: { grammar } };
}

function answered({ model, server }: ModelProfile, named: boolean, running: boolean): Finding {
  if (named) return { level: "ok", sentence: "doctor.model.ok", facts: { model, server } };
  const fix = serveWith("--model /path/to/model.gguf", running);
  return { level: "warn", sentence: "doctor.model.standsIn", facts: { model }, fix };
}

/** A model with a notice that makes no call in the test is neither broken nor fully working. */
export function toolsOf(
  { calls }: Pick<ModelProfile, "calls">,
  { notice, running }: { notice: ModelTraits["notice"]; running: boolean },
): Finding {
  switch (calls) {
    case "native":
      return { level: "ok", sentence: "doctor.tools.ok" };
    case "text":
      return { level: "warn", sentence: "doctor.tools.text" };
    case "none":
      return {
        level: notice ? "warn" : "fail",
        sentence: "doctor.tools.fail",
        fix: notice ? serveWith("--model /path/to/model.gguf", running) : "kestrel models",
      };
    case undefined:
      return { level: "warn", sentence: "doctor.tools.unknown", fix: "kestrel probe" };
    default:
      return calls satisfies never;
  }
}

function templateOf({ audit, reasoning, template_file: file }: ModelProfile): Finding {
  if (!audit) return { level: "ok", sentence: "doctor.template.unknown" };
  const keeps = audit.user && audit.call;
  if (file !== undefined && (keeps || (audit.without && reasoning === "omit")))
    return { level: "ok", sentence: "doctor.template.own", facts: { file } };
  if (keeps) return { level: "ok", sentence: "doctor.template.ok" };
  if (audit.without && reasoning === "omit") return { level: "ok", sentence: "doctor.template.omit" };
  return { level: "warn", sentence: "doctor.template.warn" };
}
