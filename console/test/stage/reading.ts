/** A reply with what is easily read wrong: CJK beside marks, Markdown in a fence, TeX, lines from right to left. */
export const easilyMisread = [
  "## 注意事项",
  "**注意：**请先备份，再运行**`npm ci`**（可选）。~~旧的：~~不用了。",
  "## שלום",
  "זהו **משפט** בעברית עם `npm test` ו-README.md.",
  "- קודם כל, שמור",
  "- then run `npm test`",
  "- ثم اقرأ **الملف** بعناية",
  "1. ראשון\n2. second",
  "> ציטוט מימין לשמאל",
  String.raw`Let \(a_1 * b_2 * c\) be $x^*_{min}$, which costs $5 or $10:`,
  "$$\n\\sum_{i=1}^{n} x_i * y_i\n= \\frac{a}{b} \\\\\n$$",
  "```markdown\n# Title\n\n```bash\nnpm install\n```\n\nEnd.\n```",
  "| שם | value |\n|---|---|\n| אחת | 1 |",
  "Done.",
].join("\n\n");
