export const insertOrders = {
  after: {
    en: [
      "(add|insert|put) (the line|a line|the text|) {l} (after|below|behind|under) (the line|) {m} in {f}",
      "in {f}(,|) (add|insert|put) {l} (after|below|right after) {m}",
      "insert {l} after {m} in {f}",
      "(write|put) {l} on the line after {m} in {f}",
      "I (also|still|) (have|need|want) to {l}. (Add|Put|Write) it (to|in|into) {f} (after|below) {m}",
      "{l} (goes|belongs|should stand|should come|must come) (after|below|right after) {m} in {f}",
      "I (also|) (need|want) {l} (after|below) {m} in {f}",
      "{f}: (after|below) {m} (add|put|insert) {l}",
      "in {f}(,|) (after|below|right after|following) {m}(,|) (add|insert|put|write) {l}",
      "(after|below) (the line|) {m} in {f} (there should be|comes|I want) {l}",
      "there should be (a line|) {l} (after|below) {m} in {f}",
      "I (also|) have {l}. (Add|Put|Write) it to {f} (after|below) {m}",
    ],
    zh: [
      "在{f}的{m}(后面|下面|之后)(加|添加|插入|写)(一行|){l}",
      "在{f}(里|中){m}(之后|后面|下面)(插入|加上|添加){l}",
      "把{l}加到{f}里{m}的(后面|下面)",
      "{f}里{m}(后面|下面|之后)(应该有|要有|还要有|要加)(一行|){l}",
      "把{l}(放|插|写)(到|在){f}(里|中|)(的|){m}(后面|下面|之后)",
      "{f}：在{m}后(加|插入){l}",
    ],
  },
  before: {
    en: [
      "(add|insert|put) (the line|a line|the text|) {l} (before|above|in front of) (the line|) {m} in {f}",
      "in {f}(,|) (add|insert|put) {l} (before|above|right before) {m}",
      "insert {l} before {m} in {f}",
      "{l} (goes|belongs|should stand|should come|must come) (before|above|right above) {m} in {f}",
      "I (also|) (need|want) {l} (before|above) {m} in {f}",
      "{f}: (before|above) {m} (add|put|insert) {l}",
      "in {f}(,|) (before|above|right before) {m}(,|) (add|insert|put|write) {l}",
      "(write|put) {l} on the line before {m} in {f}",
      "there should be (a line|) {l} (before|above) {m} in {f}",
      "I (also|) have {l}. (Add|Put|Write) it to {f} (before|above) {m}",
    ],
    zh: [
      "在{f}的{m}(前面|上面|之前)(加|添加|插入)(一行|){l}",
      "在{f}(里|中){m}(之前|前面|上面)(插入|加上|添加){l}",
      "把{l}(加到|放到|插到|写在){f}(里|中|)(的|){m}(前面|上面|之前)",
      "{f}里{m}(前面|上面|之前)(应该有|要有|要加)(一行|){l}",
    ],
  },
  top: {
    en: [
      "(add|put|insert|write) {l} at the (top|beginning|start) of {f}",
      "(add|insert|put) (the line|a line|the text|) {l} at the (top|very top|beginning|start|head) of (the file|) {f}",
      "(add|put|insert|write) {l} as the (first line|new first line) (of|in) {f}",
      "at the (top|beginning|start) of {f}(,|) (add|put|insert|write) {l}",
      "prepend {l} to {f}",
      "{f} should (begin|start) with {l}",
      "in {f}(,|) (put|add|write) {l} (at the top|on the first line|before everything else)",
      "{l} (goes|belongs|should stand|should come) at the top of {f}",
      "I (also|) (need|want) {l} (at the top|on top|as the first line) of {f}",
      "(let|make|have) {f} (begin|start) with {l}",
    ],
    zh: [
      "在{f}(最前面|开头|顶部|最上面|第一行)(加|加上|添加|插入|写上)(一行|){l}",
      "把{l}(加到|放到|插到|写到){f}(最前面|开头|的开头|第一行|顶部)",
      "{f}(开头|最前面|最上面)(加|写|插入)(一行|){l}",
      "给{f}(开头|最前面)(加|添)(上|一行|){l}",
      "让{f}以{l}开头",
      "{f}的第一行(前面|上面)(加|插入)(一行|){l}",
    ],
  },
  end: {
    en: [
      "(add|append|put|write) (the line|a line|a new line|) {l} (to|at) the (end|bottom) of {f}",
      "(add|append) (the line|a line saying|) {l} to (the file|) {f}",
      "append {l} to {f}",
      "add {l} to {f}",
      "at the end of {f}(,|) (add|put|write) {l}",
      "(extend|end) {f} with {l}",
      "(put|add|write|stick|place) {l} at the (bottom|end|very end|foot) of (the file|) {f}",
      "{f} (needs|should get|should have) (another|one more|a new|the) line(:|) {l}",
      "(add|append) {l} (as the last line|as a new last line|as one more line) (of|to|in) {f}",
      "(note|note down|write down|jot down) {l} in {f}",
      "{f}: (add|append|put) {l}( at the end|)",
      "(let|make) {f} end with {l}",
      "I (forgot|also need|want|need) {l} (in|at the end of|at the bottom of) {f}",
      "(the last line of|the end of) {f} should be {l}",
      "(attach|tack) {l} to {f}",
      "(also put|add|also add) {l} (into|in|to) {f}",
      "I (also|) have {l}. (Add|Put|Write) it to (the end of|) {f}",
    ],
    zh: [
      "在{f}的(末尾|最后|结尾|最后一行后面)(加|加上|添加|追加|写上)(一行|){l}",
      "给{f}(加上|添加|追加)(一行|){l}",
      "在{f}(最后|末尾)(添加|加上|加|追加)(一行|){l}",
      "{f}(末尾|最后)(追加|加上|加)(一行|一行：|){l}",
      "把{l}(加到|追加到|写到){f}(末尾|最后|的最后一行)",
      "{f}(里|)(还要|再|也)(加|写|添)(上|一行|){l}",
      "(记|写)(一行|){l}(到|在|进){f}(里|最后|)",
      "{f}：(加上|追加|添加){l}",
      "{f}(还差|缺)(一行|){l}",
      "让{f}以{l}结尾",
      "在{f}(里|中)(添加|加|补)(上|一行|一句|){l}",
    ],
  },
};

/** The line stands behind it as it is, to the end of the message. */
export const endGivenOrders = {
  en: [
    "(add|append|write) (a line|one line|this line|this|) to (the end of|the bottom of|) {f}: {l}",
    "(add|append|put) (a line|this|one more line) at the (end|bottom) of {f}: {l}",
    "{f} (needs|should get) (one more|another|a new) line: {l}",
    "(one more|another|a new) (line|entry|item) (for|in) {f}: {l}",
    "(at the end of|at the bottom of) {f}(,|) (add|append|write): {l}",
  ],
  zh: [
    "在{f}(末尾|最后|结尾|里|)(加|追加|添加|加上|写)(一行|一项|一条|)：{l}",
    "{f}(末尾|最后|里|)(加|追加|添加|加上|再加)(一行|一项|一条|)：{l}",
    "给{f}(加|添)(一行|一条|一项)，(内容是|写)：{l}",
    "(往|向){f}(里|)(追加|加|写)(一行|一条|)：{l}",
  ],
};

/** The same at the top. */
export const topGivenOrders = {
  en: [
    "(add|put|insert|write) (a line|this line|this|) at the (top|beginning|start) of {f}: {l}",
    "{f} (needs|should get) a new first line: {l}",
    "at the (top|beginning) of {f}(,|) (add|put|insert): {l}",
    "(prepend|insert) (this|a line) (to|into|in) {f} as the first line: {l}",
  ],
  zh: [
    "在{f}(最前面|开头|顶部|最上面)(加|插入|添加|写)(一行|)：{l}",
    "{f}(开头|最前面)(加|插入|写)(一行|)：{l}",
    "给{f}开头加一行，(内容是|写)：{l}",
  ],
};
