/** What input methods for Chinese and Japanese put where JSON has its own marks. */
const asciiOf: Record<string, string> = {
  "｛": "{",
  "｝": "}",
  "［": "[",
  "］": "]",
  "【": "[",
  "】": "]",
  "（": "(",
  "）": ")",
  "：": ":",
  "，": ",",
  "、": ",",
  "；": ";",
  "＝": "=",
  "＂": '"',
  "＇": "'",
};

/** The mark of JSON that a character outside strings stands for; itself if it stands for none. */
export function structural(char: string): string {
  return char < "\u3000" ? char : (asciiOf[char] ?? char);
}
