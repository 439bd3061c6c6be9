import { jsonOrNothing } from "@kestrel/text";
import { z } from "zod";

/** No model of embeddings has more directions; the largest have 4,096 or 8,192. */
const mostDirections = 8_192;

/** A schema for each number would write a complaint for each. */
const Vector = z.custom<number[]>(
  (value) =>
    Array.isArray(value) && value.length <= mostDirections && value.every((one) => typeof one === "number"),
);
const Item = z.looseObject({ index: z.int().nonnegative().optional(), embedding: Vector });
const Answer = z.looseObject({ data: z.custom<readonly unknown[]>(Array.isArray) });

/**
 * The vectors of an answer in the order of the texts, each of length 1. Undefined when there are too few, or when one is zero, as
 * from a reranker.
 */
export function readVectors(text: string, count: number): readonly number[][] | undefined {
  const given = Answer.safeParse(jsonOrNothing(text)).data?.data;
  if (given?.length !== count) return undefined;
  const data = z.array(Item).safeParse(given).data;
  if (!data) return undefined;
  const ordered = data.map((item, at) => ({ at: item.index ?? at, vector: inUnitLength(item.embedding) }));
  ordered.sort((left, right) => left.at - right.at);
  const vectors = ordered.flatMap(({ vector }) => (vector ? [vector] : []));
  return vectors.length === count ? vectors : undefined;
}

function inUnitLength(vector: readonly number[]): number[] | undefined {
  const length = Math.hypot(...vector);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}
