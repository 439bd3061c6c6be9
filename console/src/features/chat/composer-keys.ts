/** The parts of a key press that matter. `keyCode` is old, but Safari marks composition only there. */
export type KeyPress = { key: string; shiftKey: boolean; isComposing: boolean; keyCode: number };

/** 229: the key belongs to an input method. */
const composingCode = 229;

/** The meaning of a key in the message field. Enter that ends an input method's composition has none. */
export function meaningOfKey(press: KeyPress): "send" | "stop" | undefined {
  if (press.isComposing || press.keyCode === composingCode) return undefined;
  if (press.key === "Enter" && !press.shiftKey) return "send";
  return press.key === "Escape" ? "stop" : undefined;
}
