/** Words behind which a call that ends a reply is shown and not made: the last resort, for calls that change something. */
const strong =
  /\b(?:for example|examples?|e\.g\.|for instance|such as|like this|like so|looks? like|as follows, if|(?:you|one|users?|they) (?:can|could|would|should|might|may|must|need to)|(?:you|they)['’]d|would (?:be|look|use|call|send|write|output|emit)|how to|here(?:['’]s| is) (?:how|what)|format (?:is|of|for)|syntax|template|schema|signature|sample|documentation|placeholder|hypothetical\w*|do not|don['’]t|never|instead of)\b|例如|比如|示例|格式|如下所示|可以这样|可以用/i;
/** The same for calls without marks whose effect is not known. */
const wide =
  /\b(?:examples?|e\.g\.|for instance|such as|like this|looks? like|(?:(?:would|could|might|one|they|you)|\w+['’]d) (?:be|look|use|call|send|return|produce|write|output|emit)|format|formats|syntax|template|schema|signature|sample|illustrat\w*|demonstrat\w*|placeholder|hypothetical\w*|do not|don't|never|instead of|you (?:can|could|should|would|may|need to)|users? (?:can|could|should)|how to|here(?:'s| is) (?:how|what)|means|documentation|emits?|prints?|responds? with|returned|received|replied|replies|requested|asked for|previously|earlier|expected|actual output|test case|fixtures?|request body|logged|log (?:says|line|file|entry))\b|\b(?:I|we|you|he|she|they|it|which|that) (?:called|used|ran|sent|wrote|made|executed|invoked)\b|\b(?:response|output|result|payload) (?:is|was|contains|shows)\b|例如|比如|示例|格式|如下所示/i;
const longest = 600;

function lastParagraphs(before: string, count: number): string {
  return before
    .slice(-longest)
    .slice(before.slice(-longest).lastIndexOf("```") + 1)
    .trimEnd()
    .split(/\n[ \t]*\n/)
    .slice(-count)
    .join("\n");
}

/** True if the words before a call say that it is shown. `known`: its effect is. */
export function isIllustration(before: string, known: boolean): boolean {
  return known ? strong.test(lastParagraphs(before, 1)) : wide.test(lastParagraphs(before, 2));
}
