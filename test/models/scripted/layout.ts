import { endOfTurn, tags } from "../vocabulary/vocabulary.ts";
import { type Automaton, promptEnd } from "./automaton.ts";

/** Logits: two for a code that matches, one for the state, less for the default script where there is no state. */
const codeHalf = 40;
const stateBonus = 40;
const defaultBonus = 20;
/** The least distance between the right token and the next best, so that no sampling setting changes a reply. */
const leastMargin = 15;

/** Tags and the end of turn follow many pieces; a piece carries which of them follows it, if any, as its class. */
const closers = [endOfTurn, ...tags];

/** Which features a token switches on in the hidden state, and which features vote for it as the next one. */
export interface Layout {
  readonly width: number;
  readonly states: number;
  /** Every token has this many features, so that the norm before the attention is the same for all. */
  readonly featuresPerToken: number;
  readonly constant: number;
  readonly reads: number;
  /** First feature of "this token sets state n", and of "the state is n". */
  readonly setsState: number;
  readonly hasState: number;
  features(token: string): Map<number, number>;
  votes(token: string): Map<number, number>;
}

export function layOut(automaton: Automaton): Layout {
  const { markers, leadsTo, pieces, targets, paths, defaultState } = automaton;
  const states = paths.length;
  const special = [promptEnd, ...tags];
  const side = special.length + Math.ceil(Math.sqrt(pieces.length + 1));
  const constant = 0;
  const reads = 1;
  const classes = 2;
  const rows = classes + closers.length + 1;
  const columns = rows + side;
  const setsState = columns + side;
  const hasState = setsState + states + 1;
  const places = new Map(pieces.map((piece, index) => [piece, index]));
  const inner = side - special.length;

  /** A two-digit code; the end of the prompt and the tags have rows and columns of their own. */
  const code = (token: string): [number, number] => {
    const place = places.get(token);
    const own = Math.max(special.indexOf(token), 0);
    if (place === undefined) return [rows + own, columns + own];
    return [rows + special.length + Math.floor(place / inner), columns + special.length + (place % inner)];
  };
  const classOf = (token: string) => {
    const closer = closers.findIndex((name) => places.has(token) && targets.get(name)?.after.has(token));
    return classes + (closer < 0 ? closers.length : closer);
  };
  const features = (token: string) => {
    const state = markers.get(token) ?? leadsTo.get(token);
    return new Map([
      [constant, 1],
      [reads, state === undefined ? -1 : 1],
      [classOf(token), 1],
      ...code(token).map((feature) => [feature, 1] as const),
      [setsState + (state ?? states), 1],
    ]);
  };
  const starter = paths[defaultState]?.tokens[0];
  const votes = (token: string) => {
    const target = targets.get(token);
    const row = new Map<number, number>();
    if (!target) return row;
    for (const [from, inStates] of target.after) {
      if (places.has(from) && closers.includes(token)) {
        row.set(classes + closers.indexOf(token), 2 * codeHalf);
        continue;
      }
      const empty = from === promptEnd && token === endOfTurn;
      if (!empty) for (const feature of code(from)) row.set(feature, codeHalf);
      if (places.has(from) || from === "</tool_call>") continue;
      for (const state of inStates) row.set(hasState + state, empty ? 2 * codeHalf + stateBonus : stateBonus);
    }
    if (token === starter) row.set(constant, defaultBonus);
    return row;
  };
  return {
    width: hasState + states,
    states,
    featuresPerToken: 6,
    constant,
    reads,
    setsState,
    hasState,
    features,
    votes,
  };
}

/** Follows every path with exact arithmetic; throws where the next token is not the clear winner. */
export function checkPaths(layout: Layout, { paths, targets, leadsTo, defaultState }: Automaton): void {
  const votes = new Map([...targets.keys()].map((token) => [token, layout.votes(token)]));
  const scoreOf = (token: string, active: ReadonlyMap<number, number>) => {
    let score = 0;
    for (const [feature, weight] of votes.get(token) ?? []) score += weight * (active.get(feature) ?? 0);
    return score;
  };
  const beginnings = paths.map((path) => ({ path, state: path.state as number | undefined }));
  const all = [
    ...beginnings,
    ...paths.filter((path) => path.state === defaultState).map((path) => ({ path, state: undefined })),
  ];
  for (const { path, state: given } of all) {
    let state = given;
    let previous = promptEnd;
    for (const right of path.tokens) {
      const active = layout.features(previous);
      state = leadsTo.get(previous) ?? state;
      if (state !== undefined) active.set(layout.hasState + state, 1);
      const score = scoreOf(right, active);
      for (const token of votes.keys()) {
        if (token === right || scoreOf(token, active) <= score - leastMargin) continue;
        const places = `${JSON.stringify(right)} and ${JSON.stringify(token)} after ${JSON.stringify(previous)}`;
        throw new Error(`script ${path.script}: the model could not choose between ${places}; vary the text`);
      }
      previous = right;
    }
  }
}
