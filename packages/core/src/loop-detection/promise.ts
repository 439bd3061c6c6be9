const english =
  /^(?:(?:ok(?:ay)?|alright|great|good|sure|first|next|then|now|so)[,!.]?\s+)*(?:(?:now|next|first),?\s+)?(?:I(?:'|’)ll|I will|I(?:'|’)m going to|I am going to|let me|let(?:'|’)s)(?:\s+(?:now|first|next|also|then|start by|begin by|go ahead and|quickly))*\s+(\w+)/i;

const work = new Set(
  `look take check read open search find run execute edit change modify update fix add create write implement test verify start
  begin continue proceed examine inspect explore analyze analyse list install refactor make apply use call try review see reading
  checking running looking searching editing fixing writing creating`.split(/\s+/),
);

const chinese =
  /^(?:好的?[，,。]?)?(?:现在|接下来|首先|下面|然后|那么)?[，,]?(?:让我|我将|我会|我来|我要|我先|我现在|我们来|我接下来|我这就)[^。！？?]{0,12}(?:查看|看看|看一下|检查|读取|打开|搜索|查找|运行|执行|修改|编辑|更新|修复|添加|创建|编写|写入|实现|测试|验证|开始|继续|分析|列出|安装|重构|尝试|调用)/;

/** A wish or a condition, not a promise: "let me know", "if you like, I'll …". */
const conditional =
  /\b(?:if|once|when|whenever|after you|should you|unless|let me know)\b|如果|若|一旦|需要的话|告诉我/i;

/** Whether a reply ends by announcing work that it does not do: "Now I'll run the tests." Excludes plans in a list, and questions. */
export function endsInPromise(text: string): boolean {
  const line = text.trimEnd().split("\n").at(-1)?.trim() ?? "";
  if (line.length > 600 || /^(?:[-*+>#|]|\d+[.)])\s?/.test(line) || /[?？]$/.test(line)) return false;
  const sentence = line.split(/(?<=[.!])\s+(?=\S)|(?<=[。！])\s*(?=\S)/).at(-1) ?? "";
  if (conditional.test(sentence)) return false;
  const verb = english.exec(sentence)?.[1];
  return (verb !== undefined && work.has(verb.toLowerCase())) || chinese.test(sentence);
}
