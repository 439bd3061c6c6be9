/** What a channel says by itself, in the user's language. Never anything from a stranger's message. */
const english = {
  help: "Write to me as you would at your machine.\n/new begins a new session\n/stop ends what runs\n/status tells what happens\n/pending lists open questions\n/model lists the models, or loads one\n/mode plan or /mode ask: only stricter from here",
  started: "New session.",
  stopped: "Stopped.",
  idle: "Nothing is running.",
  running: "A turn is running.",
  queued: "{count} ahead of you.",
  noted: "This goes with your next message.",
  busy: "Too many messages. Try again in a minute.",
  unknownCommand: "Unknown command. /help lists them.",
  noPending: "No open questions.",
  mode: "Mode: {mode}.",
  stricter: "From here the mode only becomes stricter. Change it at the machine.",
  modeHow: "/mode plan or /mode ask",
  models: "Models:\n{list}",
  loaded: "Loading {name}.",
  loadAtMachine: "Models are loaded at the machine. Set load_models = true to allow it from here.",
  asks: "May this run?",
  waitsAtMachine: "A call waits for your answer at the machine: {what}",
  allow: "Allow once",
  deny: "Deny",
  denyHow: "To deny it here, answer: deny {code}",
  allowed: "Allowed.",
  denied: "Denied.",
  answeredElsewhere: "Answered at the machine.",
  closed: "This question is closed.",
  asksPerson: "{question}",
  paired: "Paired. Write to me as you would at your machine.",
  again: "(perhaps again)",
  failed: "The turn ended: {why}.",
  noAnswer: "The turn ended without an answer.",
  setAside: "A message could not be handled three times and was set aside.",
  unsent: "Part of an answer could not be sent and was set aside. Read it at the machine.",
  files: "Files that came with it and were not fetched: {names}",
  cut: "The message was too long. Only its beginning was read.",
  test: "Test message from Kestrel.",
  refused: "Kestrel refused: {why}.",
  encrypted: "Kestrel cannot read encrypted rooms. Invite it to a room without encryption.",
} as const;

type Words = { readonly [Key in keyof typeof english]: string };
type WordKey = keyof Words;

const chinese: Words = {
  help: "像在电脑前一样给我写消息。\n/new 新建会话\n/stop 停止正在进行的工作\n/status 查看状态\n/pending 列出待回答的问题\n/model 列出模型或加载一个\n/mode plan 或 /mode ask：在这里只能更严格",
  started: "已新建会话。",
  stopped: "已停止。",
  idle: "当前没有任务。",
  running: "正在处理。",
  queued: "前面还有 {count} 个。",
  noted: "这条消息会随下一条一起发送。",
  busy: "消息过多，请一分钟后再试。",
  unknownCommand: "未知命令。/help 列出全部命令。",
  noPending: "没有待回答的问题。",
  mode: "模式：{mode}。",
  stricter: "在这里只能改为更严格的模式。请在电脑上修改。",
  modeHow: "/mode plan 或 /mode ask",
  models: "模型：\n{list}",
  loaded: "正在加载 {name}。",
  loadAtMachine: "请在电脑上加载模型。设置 load_models = true 后可以在这里加载。",
  asks: "允许运行吗？",
  waitsAtMachine: "有一个调用在电脑上等待你的回答：{what}",
  allow: "允许一次",
  deny: "拒绝",
  denyHow: "要在这里拒绝，请回复：deny {code}",
  allowed: "已允许。",
  denied: "已拒绝。",
  answeredElsewhere: "已在电脑上回答。",
  closed: "这个问题已关闭。",
  asksPerson: "{question}",
  paired: "配对成功。像在电脑前一样给我写消息。",
  again: "（可能重复）",
  failed: "本轮已结束：{why}。",
  noAnswer: "本轮已结束，没有回答。",
  setAside: "有一条消息三次都未能处理，已搁置。",
  unsent: "有一部分回答未能发送，已搁置。请在电脑上查看。",
  files: "随消息附带、未下载的文件：{names}",
  cut: "消息过长，只读取了开头部分。",
  test: "来自 Kestrel 的测试消息。",
  refused: "Kestrel 拒绝了：{why}。",
  encrypted: "Kestrel 无法读取加密房间。请邀请它加入未加密的房间。",
};

export type Language = "en" | "zh-CN";
export type SayWord = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

export function wordsIn(language: Language): SayWord {
  const words = language === "zh-CN" ? chinese : english;
  return (key, values = {}) =>
    words[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
