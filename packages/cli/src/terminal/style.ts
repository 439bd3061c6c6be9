import { type Ink, inked } from "./to-terminal.ts";

/** Paints text for one output: in colour or plain. Only `toTerminal` turns colours into escape sequences. */
export type Paint = (ink: Ink, text: string) => string;

type Output = { isTTY?: boolean };
type Environment = Readonly<Record<string, string | undefined>>;

/** A painter for this output: none without a terminal, with NO_COLOR, or on a dumb terminal. */
export function paintFor(output: Output, environment: Environment): Paint {
  return coloursOn(output, environment) ? inked : (_, text) => text;
}

/** Whether the output shows colours. */
export function coloursOn({ isTTY }: Output, environment: Environment): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== "0") return true;
  return isTTY === true && environment.TERM !== "dumb";
}

/** Whether the output can erase and rewrite a line. */
export function canRewrite({ isTTY }: Output, environment: Environment): boolean {
  return isTTY === true && environment.TERM !== "dumb" && environment.TERM !== undefined;
}
