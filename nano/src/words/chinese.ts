import type { Chance } from "../chance.ts";
import { chineseWords } from "./word-lists.ts";

/** Words as notes, names and lists have them. */
const moreWords =
  "会议 记录 报告 总结 预算 清单 购物 旅行 照片 备份 读书 笔记 日记 计划书 周报 月报 需求 设计 接口 用户 登录 数据 库存 订单 客户 合同 发票 工资 简历 作业 课程 考试 成绩 菜谱 健身 音乐 电影 小说 诗歌 故事 草稿 目录 首页 样式 配置 参数 日志 错误 修复 版本 发布 部署 服务器 缓存 队列 任务表 问题 答案 想法 地址 电话本 生日 礼物 春天 夏天 秋天 冬天 北京 上海 广州 南京 西湖 长城 早上 晚上 星期一 星期五 一月 十月 第一章 第二章 新建 旧版 最终 完成 老师 学生 孩子 爸爸 妈妈 小猫 小狗 大象 花园 厨房 客厅 牛肉 鸡蛋 面包 茶叶 咖啡 水果 米饭 钥匙 雨伞 自行车 火车票 天空 大海 月亮 太阳 星星 风筝".split(
    " ",
  );
const words = [...chineseWords, ...moreWords];

/** Some words one after the other. */
export function chineseText(chance: Chance, least: number, most: number): string {
  return Array.from({ length: chance.whole(least, most) }, () =>
    chance.maybe(0.75) ? chance.pick(words) : rareCharacters(chance, 1, 2),
  ).join("");
}

/** Characters as they come, so that any can be copied, known to the vocabulary or spelt in bytes. */
export function rareCharacters(chance: Chance, least: number, most: number): string {
  return Array.from({ length: chance.whole(least, most) }, () =>
    String.fromCodePoint(chance.whole(0x4e00, 0x9f00)),
  ).join("");
}

/** A sentence of a note, with marks as people set them. */
export function chineseLine(chance: Chance): string {
  const part = () => chineseText(chance, 1, 4);
  return chance.weighed<() => string>([
    [part, 4],
    [() => `${part()}。`, 4],
    [() => `${part()}，${part()}。`, 3],
    [() => `# ${chineseText(chance, 1, 3)}`, 2],
    [() => `- ${part()}`, 3],
    [() => `${chance.whole(1, 9)}. ${part()}`, 2],
    [() => `${chineseText(chance, 1, 2)}：${chance.maybe(0.5) ? part() : chance.whole(1, 9999)}`, 2],
    [() => `${part()}？`, 1],
    [() => `“${part()}”`, 1],
  ])();
}
