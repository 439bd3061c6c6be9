/**
 * Words that mean nearly the same, English before the bar and Chinese behind it: what the embedding model of the tests knows.
 * Written by hand, of office work and programming in general, before the requests it is measured with. A word may stand in several.
 */
export const thesaurus = `
document paper file report text page | 文档 文件 文章 报告 页
pdf acrobat scan form printable | 扫描 表单
spreadsheet excel xlsx csv sheet workbook column row cell pivot | 表格 电子表格 工作簿 单元格 透视
table grid tabular | 表 表格
chart graph plot diagram figure visualize curve trend | 图表 曲线 走势 折线 柱状图 画图
slide deck presentation powerpoint pptx keynote talk lecture pitch | 幻灯片 演示 演讲 投影 讲稿
word docx letter contract manuscript memo | 信函 合同 文稿 公文
write draft compose author pen word | 写 撰写 起草 编写
edit revise change modify correct rework amend | 修改 改 编辑 修订 更改
comment annotation remark note mark | 批注 评论 备注 标注
merge combine join concatenate stitch together glue unite | 合并 拼接 合成 拼
split divide separate cut chop break apart | 拆分 分割 切
fill complete populate enter blank field | 填写 填 填表 空格
convert transform translate turn export import format | 转换 转成 导出 导入 变成
translate translation language foreign localize bilingual localization i18n | 翻译 译 语言 本地化 外语 中英
english french german spanish japanese chinese tongue | 英文 英语 法语 德语 日语 中文 汉语
summary summarize digest abstract shorten condense gist brief | 摘要 总结 概括 归纳 精简
email mail inbox letter reply message correspondence smtp | 邮件 电子邮件 收件箱 回信 来信
newsletter announcement bulletin news colleagues staff team update | 通讯 公告 通知 同事 员工 简报
meeting minutes agenda discussion conversation call transcript | 会议 纪要 议程 讨论
calendar schedule appointment event date reminder deadline | 日历 日程 安排 约会 提醒 日期
invoice bill receipt payment billing charge owe expense | 发票 账单 收据 付款 报销 费用
budget finance money cost accounting tax profit price | 预算 财务 钱 成本 会计 税 价格 利润
resume curriculum cv job application career hiring interview candidate | 简历 求职 招聘 面试 应聘
brand logo colour color palette identity corporate tone typography | 品牌 标志 颜色 配色 色调 字体 企业
design layout style interface look beautiful pretty appearance | 设计 布局 样式 界面 美观 好看
web website site page browser frontend html css landing | 网页 网站 浏览器 前端 页面
component button widget react vue form menu | 组件 按钮 控件 菜单
art generative picture painting creative random pattern sketch drawing canvas | 艺术 绘画 图案 创作 随机 画
image photo picture jpeg png photograph snapshot bitmap | 图片 照片 图像 相片
resize crop scale shrink thumbnail smaller compress | 缩放 裁剪 缩小 压缩 缩略图
video film movie clip footage subtitle mp4 | 视频 影片 录像 字幕 片段
audio sound music voice speech podcast recording song | 音频 声音 音乐 语音 录音 播客
transcribe transcription dictation caption spoken speech | 转写 听写 转录 字幕
diagram flowchart sequence architecture uml mermaid box arrow | 流程图 示意图 架构图 时序图 框图
map location geography address route coordinate gps | 地图 位置 地理 地址 路线 坐标
weather forecast temperature rain climate | 天气 预报 气温 下雨
test testing check verify assert unit case suite spec | 测试 验证 检查 用例 单元
click automate playwright selenium end-to-end browser ui | 点击 自动化 端到端
coverage uncovered missing untested | 覆盖率 覆盖 遗漏
bug fault defect error mistake problem issue wrong broken | 错误 缺陷 故障 问题 漏洞 坏
debug diagnose investigate trace cause crash fail failing stack | 调试 排查 诊断 崩溃 原因 报错
log logs logging trail journal | 日志 记录
performance slow speed fast profile bottleneck latency optimize memory cpu | 性能 慢 速度 优化 瓶颈 卡 延迟
refactor restructure clean tidy simplify rewrite modularize | 重构 整理 清理 简化 理顺
review inspect critique feedback look judge quality | 审查 评审 审阅 把关 意见
code source program software script function programming | 代码 程序 源码 脚本 函数 编程
commit git history branch version change rebase conflict | 提交 历史 分支 版本 冲突
release publish ship launch changelog notes version announce | 发布 发版 上线 更新日志 版本说明
pull request merge contribution patch | 合并请求 补丁 贡献
issue ticket backlog task todo story | 工单 任务 待办 需求
plan roadmap strategy milestone steps estimate | 计划 规划 路线图 里程碑 步骤
requirement specification spec prd product feature user story | 需求 规格 产品 功能
database sql postgres mysql sqlite schema db relational | 数据库 库 表结构 模式
migration migrate upgrade move alter evolve downtime | 迁移 升级 变更 停机
query select join aggregate count fetch question | 查询 统计 汇总 检索
index fast lookup search key | 索引 查找
data dataset record analysis analyse statistic number measurement | 数据 数据集 分析 统计 数字
clean deduplicate duplicate dirty messy outlier missing | 清洗 去重 重复 脏 缺失 异常
regex regular expression pattern match string grep | 正则 表达式 匹配 模式 字符串
latex tex bibliography citation equation thesis paper math | 论文 公式 参考文献 引用 排版
science academic research study journal literature scholar | 学术 研究 科研 文献 期刊
security vulnerability exploit attack hack leak audit weakness safe unsafe hole | 安全 漏洞 攻击 泄露 审计 黑客
secret password credential key token encrypt certificate | 密码 密钥 凭证 加密 证书 口令
dependency package library module npm pip outdated version upgrade | 依赖 软件包 库 模块 过时 升级
license legal law contract clause compliance agreement terms | 许可 法律 合同 条款 合规 协议
privacy personal gdpr anonymize sensitive | 隐私 个人 匿名 敏感 脱敏
docker container dockerfile image compose box | 容器 镜像
kubernetes cluster pod k8s helm orchestration node | 集群 编排 节点
terraform infrastructure cloud provision aws azure server resource | 基础设施 云 服务器 资源 开通
deploy deployment rollout production hosting live | 部署 上线 生产 发布
pipeline ci continuous integration workflow build action automation | 流水线 持续集成 构建 自动化 工作流
monitor alert dashboard metric observe uptime grafana | 监控 告警 报警 仪表盘 指标 看板
backup restore archive snapshot recover disaster copy | 备份 恢复 还原 归档 快照
api rest endpoint http client openapi swagger interface request | 接口 客户端 请求 端点
generate typed types stub sdk codegen | 生成 类型
server backend service host daemon | 服务器 后端 服务
protocol mcp model context tool agent connect | 协议 工具 连接
skill ability teach capability instruction create improve | 技能 能力 教
python pandas notebook jupyter numpy | 笔记本
javascript typescript node react | 前端
shell bash terminal command line script cron | 命令 终端 命令行 脚本 定时
rename organize sort folder directory arrange file order | 重命名 整理 归类 文件夹 目录 排序
download fetch crawl scrape extract harvest collect | 下载 抓取 爬 采集 提取
extract pull out obtain | 提取 抽取 取出
search find look discover locate where | 搜索 查找 找 寻找
read reading ocr recognise recognize text scanned handwriting | 识别 读取 文字 手写 扫描
accessibility accessible blind screen reader contrast wcag disability keyboard | 无障碍 盲人 读屏 对比度 残障
seo ranking google search engine keyword visible | 搜索引擎 排名 关键词 收录
marketing advertisement campaign promotion slogan copy customer sell | 营销 广告 推广 宣传 文案 客户
social post twitter blog article tweet | 博客 文章 社交 帖子 推文
story novel fiction poem character plot creative | 小说 故事 诗 人物 情节
proofread grammar spelling typo wording style punctuation | 校对 语法 拼写 错别字 措辞 标点 病句
tutorial teach explain learn lesson course beginner guide student | 教程 讲解 学习 课程 入门 学生
quiz exam exercise question flashcard practice | 测验 考试 练习 题目 出题
recipe cook food meal kitchen dinner ingredient | 食谱 菜谱 做饭 烹饪 食材 晚饭
travel trip journey itinerary vacation flight hotel | 旅行 行程 旅游 度假 航班 酒店
fitness exercise health workout training | 健身 锻炼 健康 运动
home house lamp light heating thermostat smart device | 家 灯 智能家居 暖气 设备 空调
game play level player unity sprite | 游戏 玩家 关卡
electronics circuit arduino hardware firmware sensor chip | 电路 硬件 固件 传感器 芯片
math calculate equation solve number formula arithmetic | 数学 计算 方程 求解 公式
model machine learning train neural predict classifier | 模型 机器学习 训练 预测 分类
font type letter typeface | 字体
archive zip compress unpack tar | 压缩 解压 打包
compare difference diff versus contrast | 比较 对比 差异 区别
documentation readme docs manual reference describe comment | 文档 说明 手册 说明书
onboarding newcomer introduce setup install start welcome | 入职 新人 安装 上手 配置 搭建
customer support complaint helpdesk answer user | 客服 投诉 客户 答复 用户
survey questionnaire feedback poll respondents opinion | 问卷 调查 反馈 意见
incident outage postmortem failure emergency down root | 事故 故障 复盘 宕机 中断
concurrency thread race deadlock parallel lock async | 并发 线程 死锁 竞争 并行
`;

/** Said in any request, whatever it is about. */
export const meaningless =
  "a an the of to in on at by for from with and or not is are was be been it its this that these those as i you me my your we our us they them their he she his her please can could would should will want need like have has had do does did make get give take put use so all every each some any into out up down over about than then there here what which who when where how why if one two three new old good own very more most just only also before after again still without between so way thing something anything everybody somebody 我 你 他 她 它 的 了 把 请 帮 一 下 这 那 个 些 是 在 有 和 与 给 要 想 能 不 也 都 就 很 得 地 着 过 吗 吧 呢 们 里 上 中 到 为 对 从 让 被 用 做 成 来 去 会 可 以";
