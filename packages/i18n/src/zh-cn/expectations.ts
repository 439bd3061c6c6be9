import type { expectations as english } from "../en/expectations.ts";

/** 配置中的值应当是什么。 */
export const expectations: Record<keyof typeof english, string> = {
  "expected.whole_number": "{least} 到 {most} 之间的整数",
  "expected.number": "{least} 到 {most} 之间的数",
  "expected.word_or_number": "{words} 或 {least} 到 {most} 之间的整数",
  "expected.one_of": "以下之一：{words}",
  "expected.absolute_path": "完整路径",
  "expected.model_path": ".gguf 文件的完整路径",
  "expected.template_path": "聊天模板文件的完整路径",
  "expected.http_url": "不含密码的 http 或 https 地址⟨，因为设置了 {because}⟩",
  "expected.variable_name": "环境变量的名字",
  "expected.variable_set": "已设置的环境变量的名字",
  "expected.text": "一段文字",
  "expected.command_line": "一行 sh 命令",
  "expected.yes_or_no": "true 或 false",
  "expected.folders": "完整路径的列表",
  "expected.texts": "文字的列表",
  "expected.rules": '规则的列表，例如 "command: npm test *"、"path: src/**"、"host: example.org" 或工具名',
  "expected.hosts": '主机列表，例如 "wiki.lan" 或 "127.0.0.1:8080"',
  "expected.roots": "最多 20 个文件夹的列表，写完整路径或以 ~/ 开头",
  "expected.root_missing": "一个存在的文件夹",
  "expected.root_too_wide": "一个不是 /、主文件夹、其上级文件夹或系统文件夹的文件夹",
  "expected.root_own": "一个既不是 Kestrel 自己的文件夹，也不包含它、不位于其中的文件夹",
  "expected.root_secret": "一个已知不存放密钥、令牌或历史记录的文件夹",
  "expected.toml": "有效的 TOML",
  "expected.value": "一个值⟨，因为 model.source 是 {source}⟩",
};
