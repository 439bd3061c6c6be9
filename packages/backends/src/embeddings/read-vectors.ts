import { parseJson } from "@kestrel/protocol";
import { z } from "zod";

const Answer = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().nonnegative().optional(), embedding: z.array(z.number()) })),
});

/**
 * The vectors of an answer in the order of the texts, each of length 1. Undefined where they are not what was asked for:
 * too few, or without direction, as a reranker gives them.
 */
export function readVectors(text: string, count: number): readonly number[][] | undefined {
  const data = Answer.safeParse(parseOrNothing(text)).data?.data;
  if (data?.length !== count) return undefined;
  const ordered = data.map((item, at) => ({ at: item.index ?? at, vector: inUnitLength(item.embedding) }));
  ordered.sort((left, right) => left.at - right.at);
  const vectors = ordered.flatMap(({ vector }) => (vector ? [vector] : []));
  return vectors.length === count ? vectors : undefined;
}

function inUnitLength(vector: readonly number[]): number[] | undefined {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}

function parseOrNothing(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
