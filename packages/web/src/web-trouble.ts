/** Why nothing came of a request, in words for the model; the tool's answer, never a failure of the house. */
export class WebTrouble extends Error {
  override readonly name = "WebTrouble";
}
