/** What a final reply claims was done. */
export type Claims = { changed: boolean; tested: boolean };

/**
 * The claims of a reply, outside of code. Sentences that negate, ask or are conditional claim nothing: a missed claim costs less than a
 * false one.
 */
export function claimsIn(text: string): Claims {
  const prose = text.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g, "\n").replace(/`[^`\n]*`/g, "x");
  const sentences = prose
    .split(/(?<=[.!?。！？])(?=\s|\p{Script=Han}|$)|\n+/u)
    .filter((one) => !isOpen.test(one));
  return {
    changed: sentences.some((one) => changed.test(one)),
    tested: sentences.some((one) => tested.test(one)),
  };
}

/** Negated, interrogative, conditional or in the future. */
const isOpen =
  /\b(?:not|no|never|cannot|unable|without|if|would|should|could|will|need|needs|must|may|might|let me|already)\b|n['’]t\b|[?？]|没|未|不|无法|如果|应该|可以|需要|请|(?<!已经?)将|会|已经存在/i;

const verbs =
  "changed|edited|updated|fixed|created|added|modified|replaced|removed|deleted|renamed|implemented|written|corrected|moved|completed";

const changed = new RegExp(
  [
    `\\bI(?:['’]ve| have)?(?: now| also| just| successfully)* (?:${verbs}|wrote)\\b`,
    `\\b(?:has|have) (?:now |also |successfully )*been (?:now |successfully )*(?:${verbs})\\b`,
    `\\b(?:was|were) (?:successfully )?(?:${verbs})\\b`,
    `^\\W*(?:successfully )?(?:${verbs})\\b.*\\b(?:file|function|line|code|test|setting|class|in x|x)\\b`,
    "已(?:经)?(?:成功)?(?:将|把)?[^，。]{0,20}(?:修改|修复|创建|添加|更新|完成|删除|替换|写入|实现|改为|改成)",
    "(?:修改|修复|创建|添加|更新|删除|替换|写入)(?:已)?完成",
  ].join("|"),
  "i",
);

const tested =
  /\b(?:all )?(?:the )?(?:unit )?(?:tests?|checks?)\b[^.]{0,30}\b(?:passed|pass|succeeded|succeed|ran|are green|is green)\b|\bI(?:['’]ve| have)? (?:ran|run|tested|verified)\b|测试(?:已|都|全部|均)*(?:通过|运行)|已(?:经)?(?:运行|通过)[^，。]{0,8}测试/i;
