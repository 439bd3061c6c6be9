import { endOfTurn, tags } from "../vocabulary/vocabulary.ts";
import { cutReplies, type UncutReply } from "./cut-replies.ts";
import { renderReply } from "./render-reply.ts";
import { markerOf, type Script, type Scripts } from "./script.ts";
import { segmentsOf } from "./segments.ts";

/** What stands before a token: the end of the prompt, a tag (both together with the state), or a piece. */
export const promptEnd = "";

/** A token that a reply can hold, with everything that may lead to it. */
interface Target {
  token: string;
  /** Tokens (or `promptEnd`) after which it comes, and the states in which it does. */
  after: Map<string, Set<number>>;
}

/** One reply as the model will give it: state number and tokens, the end of turn last unless it loops. */
interface Path {
  script: string;
  state: number;
  tokens: readonly string[];
}

export interface Automaton {
  markers: ReadonlyMap<string, number>;
  /** Last pieces of replies that another reply follows: reading one changes the state, as a marker does. */
  leadsTo: ReadonlyMap<string, number>;
  pieces: readonly string[];
  targets: ReadonlyMap<string, Target>;
  paths: readonly Path[];
  defaultState: number;
}

interface PlannedReply extends UncutReply {
  next: { script: string; reply: number } | undefined;
}

/** The default script, said when no marker is in sight; a set of scripts may bring its own. */
const plain: Script = { says: "This is the scripted test model. It answers the last marker that it reads." };

/** Turns scripts into states (one for each reply) and the tokens that follow each other in them. */
export function buildAutomaton(given: Scripts): Automaton {
  const scripts: Scripts = { plain, ...given };
  const replies = Object.entries(scripts).flatMap(([name, script]) => planned(name, script));
  const stateOf = new Map<string, number>();
  for (const [state, { script }] of replies.entries()) if (!stateOf.has(script)) stateOf.set(script, state);
  const markers = new Map(
    [...stateOf].map(([name, state]) => [scripts[name]?.heard ?? markerOf(name), state]),
  );
  const cuts = cutReplies(replies, [...markers.keys()]);
  const targets = new Map<string, Target>();
  const leadsTo = new Map<string, number>();
  const lastOfReply = new Map<string, string>();

  const follow = (from: string, token: string, state: number) => {
    const target = targets.get(token) ?? { token, after: new Map() };
    target.after.set(from, (target.after.get(from) ?? new Set<number>()).add(state));
    targets.set(token, target);
  };

  const paths = replies.map((reply, state): Path => {
    const loop = cuts.get(reply.loop) ?? [];
    const tokens = reply.segments.flatMap((segment) =>
      segment.kind === "tag" ? [segment.tag] : (cuts.get(segment.text) ?? []),
    );
    const said: string[] = [...tokens, ...loop];
    const full = loop.length > 0 ? [...said, loop[0] ?? ""] : [...said, endOfTurn];

    const last = tokens.filter((token) => !tags.includes(token)).at(-1);
    const next = reply.next && (stateOf.get(reply.next.script) ?? Number.NaN) + reply.next.reply;
    const continuation = String(next ?? "");
    const turned = last === undefined ? full.length : tokens.lastIndexOf(last) + 1;
    for (const [index, token] of full.entries()) {
      follow(full[index - 1] ?? promptEnd, token, index >= turned ? (next ?? state) : state);
    }
    if (last !== undefined && (lastOfReply.get(last) ?? continuation) !== continuation) {
      throw new Error(
        `script ${reply.script}: ${JSON.stringify(last)} ends another reply that goes on differently; vary it`,
      );
    }
    if (last !== undefined) lastOfReply.set(last, continuation);
    if (next !== undefined && (last === undefined || Number.isNaN(next))) {
      throw new Error(
        `script ${reply.script}: nothing can follow a reply without text, nor can an unknown script take over`,
      );
    }
    if (last !== undefined && next !== undefined) leadsTo.set(last, next);
    return { script: reply.script, state, tokens: full };
  });
  return {
    markers,
    leadsTo,
    pieces: [...new Set([...cuts.values()].flat())],
    targets,
    paths,
    defaultState: stateOf.get("plain") ?? 0,
  };
}

function planned(name: string, script: Script): PlannedReply[] {
  const replies = "replies" in script ? script.replies : [script];
  const afterwards = "replies" in script ? script.afterwards : undefined;
  return replies.map((reply, index) => {
    const { text, loop } = renderReply(reply);
    const following = afterwards === undefined ? undefined : { script: afterwards, reply: 0 };
    const next = index + 1 < replies.length ? { script: name, reply: index + 1 } : following;
    return { script: name, segments: segmentsOf(text), loop, next };
  });
}
