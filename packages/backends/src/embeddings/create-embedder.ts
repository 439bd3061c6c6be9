import { type CancelSignal, type Embedder, type Endpoint, KestrelError } from "@kestrel/core";
import { jsonOrNothing } from "@kestrel/text";
import { z } from "zod";
import { asHouseError, houseError } from "../errors/as-house-error.ts";
import { failedByAnswer } from "../errors/failed-by-answer.ts";
import { openStream } from "../http/open-stream.ts";
import { readText } from "../http/read-text.ts";
import { type ServerAddress, serverAddress } from "../http/server-address.ts";

/** Texts in one request: enough to fill a batch, few enough to be answered soon. */
const batch = 32;
/** Bytes; a batch of vectors of 8,192 directions in digits is below, and is read in less than a tenth of a second. */
const longestAnswer = 6_000_000;
/** Bytes of an answer that refuses. */
const longestRefusal = 65_536;
const patience = { connect: 15_000, silence: 120_000 };

/** An embedder at a server of its own, by the route that all of them have. Throws `config_invalid` for an address that is none. */
export function createEmbedder(endpoint: Endpoint): Embedder {
  const address = serverAddress(endpoint);
  return {
    async embed(texts, cancel) {
      const vectors: (readonly number[])[] = [];
      for (let start = 0; start < texts.length; start += batch) {
        const some = texts.slice(start, start + batch);
        vectors.push(...(await embedSome(address, endpoint.model, some, cancel)));
      }
      if (new Set(vectors.map(({ length }) => length)).size > 1)
        throw new KestrelError("unknown", "the vectors differ in their dimension");
      return vectors;
    },
  };
}

async function embedSome(
  address: ServerAddress,
  model: string | undefined,
  texts: readonly string[],
  cancel: CancelSignal,
): Promise<readonly number[][]> {
  const input = texts.map((text) => text.toWellFormed());
  const question = {
    method: "POST" as const,
    url: `${address.api}/embeddings`,
    headers: { ...address.headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ model, input, encoding_format: "float" }),
  };
  return asHouseError(address, async () => {
    const answer = await openStream(question, patience, cancel);
    const isGiven = answer.status === 200;
    const text = await readText(answer.bytes, isGiven ? longestAnswer : longestRefusal);
    if (!isGiven) throw houseError(address, failedByAnswer(answer.status, text));
    const vectors = readVectors(text, texts.length);
    if (!vectors) throw houseError(address, failedByAnswer(200, text.slice(0, 500)));
    return vectors;
  });
}

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
function readVectors(text: string, count: number): readonly number[][] | undefined {
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
