import type { ErrorCode, ErrorFactOf } from "@kestrel/protocol";
import type { NamesOf } from "./sentence.ts";

/** The sentences about failures in a catalogue of which each names only the facts that its failure may bring; of the others, what they name in vain. */
export type WithinTheirFacts<Sentences extends Readonly<Record<`error.${ErrorCode}`, string>>> = {
  readonly [Code in ErrorCode as `error.${Code}`]: NamesOf<
    Sentences[`error.${Code}`]
  > extends ErrorFactOf<Code>
    ? string
    : { inVain: Exclude<NamesOf<Sentences[`error.${Code}`]>, ErrorFactOf<Code>> };
};
