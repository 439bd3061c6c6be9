/** A piece of a model's output by kind. `insteadOfText`: the text until now was this thinking. */
export type SpokenPiece =
  | { kind: "text"; delta: string }
  | { kind: "reasoning"; delta: string; insteadOfText?: true };

export function piece(kind: SpokenPiece["kind"], delta: string): SpokenPiece[] {
  return delta === "" ? [] : [{ kind, delta }];
}
