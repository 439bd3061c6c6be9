/** Why a request failed, in words for the model; returned as the tool's answer, never an internal error. */
export class WebTrouble extends Error {
  override readonly name = "WebTrouble";
}
