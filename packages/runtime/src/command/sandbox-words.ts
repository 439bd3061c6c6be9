/** UTF-16 units of a confined program's first output that may be the sandbox's error message. */
const firstWords = 400;

/** The beginning of bubblewrap's error message, or a part of it. */
const sandboxSpeaks = /^b(w(r(a(p(:|$)|$)|$)|$)|$)/;

/** Passes output on. Withholds what may be the sandbox's error message: a program that is started again did not write it. */
export function sandboxWords<Taken>(pass: (text: string) => Taken) {
  let words = "";
  let held = "";
  /** Passes on what was withheld: it was not the sandbox, or the program is not started again. */
  const release = (): Taken | undefined => {
    const text = held;
    held = "";
    return text === "" ? undefined : pass(text);
  };
  return {
    release,
    take: (text: string): Taken | undefined => {
      if (words.length < firstWords) words = (words + text).slice(0, firstWords);
      held += text;
      return words.length < firstWords && sandboxSpeaks.test(words) ? undefined : release();
    },
    /** The first output, for `EnteredCommand.leave`. */
    first: (): string => words,
  };
}
