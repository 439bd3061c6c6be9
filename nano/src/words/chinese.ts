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

/** A name or a thing as Chinese files, folders, keys and notes are called: none of its words begins an order, so that it can be told from one without a blank. */
export function chineseName(chance: Chance): string {
  const one = () => chance.pick(things);
  return chance.weighed<() => string>([
    [one, 40],
    [() => chance.pick(before) + chance.pick([...things, "文件", "文件", "目录"]), 22],
    [() => one() + one(), 14],
    [() => one() + chance.whole(1, 99), 4],
    [() => `第${chineseNumber(chance)}${chance.pick(["章", "周", "课", "天", "版"])}`, 6],
    [() => one() + chineseNumber(chance), 4],
    [() => rareCharacters(chance, 1, 4), 10],
  ])();
}

/** A number in characters, as it is spoken. */
export function chineseNumber(chance: Chance): string {
  const digit = () => chance.pick([..."一二三四五六七八九"]);
  return chance.weighed<() => string>([
    [digit, 4],
    [() => `十${chance.pick(["", digit()])}`, 3],
    [() => `${digit()}十${chance.pick(["", digit()])}`, 4],
    [() => `${digit()}百${chance.pick(["", `零${digit()}`, `${digit()}十`])}`, 2],
    [() => `${digit()}${chance.pick(["千", "万", "千五百"])}`, 1],
    [() => Array.from({ length: chance.whole(2, 4) }, digit).join(""), 1],
  ])();
}

const before = "旧 新 老 大 小 我的 临时 最终 备用 今年 去年 本周 家庭 公司 个人 常用".split(" ");

const things =
  "待办 设置 笔记 日记 清单 购物 备忘 日程 账单 歌单 片单 名单 通讯录 配方 地图 说明 目录 首页 资料 数据 记录 总结 预算 旅行 照片 备份 周报 月报 需求 接口 用户 库存 订单 客户 合同 发票 工资 简历 作业 课程 成绩 菜谱 音乐 电影 小说 诗歌 故事 草稿 样式 参数 日志 答案 想法 地址 生日 礼物 春天 夏天 秋天 冬天 北京 上海 西湖 老师 学生 孩子 爸爸 妈妈 小猫 小狗 大象 花园 厨房 客厅 牛奶 牛肉 鸡蛋 面包 茶叶 咖啡 水果 米饭 苹果 香蕉 豆浆 白菜 钥匙 雨伞 自行车 火车票 天空 大海 月亮 太阳 星星 风筝 天气 朋友 你好 世界 标题 项目 计划 会议 报告 手机 电脑 桌子 书包 衣服 鞋子 医院 车站 机场 酒店 餐厅 菜单 价格 颜色 密码 账号 邮箱 城市 国家 家 书 车 猫 表".split(
    " ",
  );

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
