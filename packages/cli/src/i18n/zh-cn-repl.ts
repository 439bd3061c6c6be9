import type { repl as english } from "./en-repl.ts";

/** 终端对话的句子。 */
export const repl: Record<keyof typeof english, string> = {
  "view.thought": "思考了 {seconds} 秒 · Ctrl+O",
  "view.outputOf": "{total} 行中的 {shown} 行 · Ctrl+O 显示全部",
  "view.reminder": "给模型的提醒：{cause}",
  "view.nothingFolded": "这里没有折叠或截断的内容。",
  "view.stops": "Esc 停止",
  "view.joining": "  随下一步发送：{text} · Alt+↑ 修改",
  "view.after": "  本轮之后：{text} · Alt+↑ 修改",
  "own.asYou": "回车以你的身份在沙箱之外运行。模型会看到输出。",
  "own.onlyShown": "回车以你的身份在沙箱之外运行。模型看不到它。",
  "own.oneAtATime": "你的一条命令正在运行。Esc 结束它。",
  "own.lastLines": "共 {total} 行，以下是最后 {shown} 行：",
  "own.stopped": "已停止",
  "own.added": "已加入你的下一条消息",
  "menu.more": "… 还有 {count} 项",
  "menu.slash": "{count} 项 · ↑↓ 选择 · Tab 补全 · 回车执行 · Esc 关闭",
  "menu.path": "{count} 项 · ↑↓ 选择 · Tab 或回车插入 · Esc 关闭",
  "menu.history": "此文件夹中 {count} 条 · 回车放入输入行 · Ctrl+R 更早 · Esc 返回",
  "line.pasted": "[已粘贴 {count} 行]",
  "menu.pick": "{count} 项 · 输入以搜索 · ↑↓ 选择 · 回车 选定 · Esc 取消",
  "menu.searchMark": "历史 ›",
  "repl.noEditor": "{command} 运行失败。请把 VISUAL 或 EDITOR 设为你的编辑器。",
  "view.waiting": "{count} 条等待中，Alt+↑ 编辑",
  "view.written": "已写 {tokens} 个 token",
  minutesSeconds: "{minutes} 分 {seconds} 秒",
  "engine.state.stopped": "未启动",
  "engine.state.busy": "忙",
  "engine.down": "{label} 连接不上：{address} 没有响应",
  "model.limit.window_unknown": "服务器没有说明窗口大小。",
  "model.limit.elsewhere": "它不在本机上：你写的和读取的内容都会发到那里。",
  "model.elsewhere": "{url} 的模型不在本机上：此会话会发送到那里。",
  "model.limit.cpu_engine": "仅使用处理器计算。",
  "model.limit.window_less": "已在运行的服务器加载的上下文比 `model.window` 要求的小；以已加载的为准。",
  "model.limit.slots_shared":
    "该服务器以多个对话共用一份缓存的方式启动：一个对话的每一轮都可能让另一个已读的内容失效。请用 `-np 1` 启动它。",
  "model.limit.window_small":
    "窗口小于 16k token：只适合短任务。⟨请加大：Kestrel 自己的引擎和 Ollama 用 --window {more}，其他服务器在加载模型处设置。|这个模型的窗口无法再大；长任务请换一个模型。⟩",
  "repl.offer": "可以由 {model} 接手一轮：/larger yes 或 /larger no。",
  "repl.jobsHow": "/jobs 列出后台任务；/jobs stop j1 结束其中一个。",
  "repl.noJobs": "没有后台任务。",
  "repl.greeting": "目录 {folder}，/help 查看帮助",
  "repl.joined": "已加入 Kestrel（pid {pid}）。模型：{label}",
  "repl.stopping": "正在停止",
  "repl.leaveHow": "再按一次 Ctrl+C 或按 Ctrl+D 离开。",
  "repl.notSent": "未发送：{text}",
  "repl.modeIs": "模式：{mode}",
  "repl.modeHow": "模式：{mode}。/mode 后接其中一个：",
  "repl.modeMark": "{mode} ›",
  "repl.editMark": "改写 ›",
  "repl.editing": "回车：用它取代那条消息及其后的全部内容。Esc：什么也不改。",
  "repl.editLeft": "对话保持不变。按 ↑ 可取回文字。",
  "approval.ruleMark": "规则 ›",
  "approval.reasonMark": "原因 ›",
  "repl.removed": "此会话已在别处移除。下一条消息将开始新会话。",
  "repl.new": "下一条消息将开始新会话。",
  "repl.newContinues": "下一条消息将开始新会话，并带上本会话的摘要。",
  "repl.resumeHow": "/resume 序号 或 /resume ID 可继续其中一个。",
  "repl.resumed": "继续会话 {id}（{count} 轮）。",
  "repl.model": "{label}（{state}）",
  "repl.modelAccepted": "这个会话改用 {label}。",
  "repl.modelBuiltIn": "Kestrel 自带",
  "repl.modelChosen": "现在使用 {label}，重启后仍然使用。",
  "repl.modelChanged": "`/model` 列出可用的模型。⟨`/model accept` 让这个会话改用 {now}。⟩",
  "repl.modelHow":
    "/model N 换一个模型；也可以写模型名、GGUF 文件的路径，或地址：/model http://127.0.0.1:1234 [模型名] [$存有密钥的变量]。",
  "repl.modelKey": "{url} 需要密钥：/model {url} $VARIABLE，VARIABLE 是这个终端里存有密钥的环境变量。",
  "repl.modelMark": "模型 ›",
  "repl.windowGiven": "{where} 将窗口设为 {window} 个 token：只适合短任务。设大一些即可。",
  "repl.modelNoKey": "这个终端没有设置环境变量 {variable}。",
  "repl.modelNone": "现在没有可用的模型。`/model` 列出可选的模型。",
  "repl.modelRemote": "在另一台机器上",
  "repl.modelSetBy": "{where} 设置了 `{key}`：重启后会重新使用那里指定的模型。",
  "repl.modelUnknown": "没有名为 {name} 的模型。`/model` 列出可用的模型。",
  "repl.modelSampling": "未另行设置时的采样参数：{drawn}。",
  "repl.modelServer": "由 {server} 提供",
  "repl.modelWindow": "窗口 {window} 个 token",
  "count.turns": "{count} 轮",
  "count.calls": "{count} 次调用",
  "count.madeRoom": "压缩 {count} 次",
  "repl.contextCounts": "{turns}，{calls}，{madeRoom}",
  "repl.joinedDaemon": "已加入；不随此终端结束",
  "repl.statusDaemon": "Kestrel {version}，{url}（pid {pid}，{whose}）",
  "repl.statusModel": "模型 {label}（{state}）",
  "repl.statusFolder": "目录 {folder}，模式 {mode}",
  "repl.statusSession": "会话 {id}，{count} 轮",
  "repl.unknown": "没有 {written}。/help 列出可用命令。",
  "repl.unknownNear": "没有 {written}。你是想用 {suggestion} 吗？",
  "repl.daemonEnded": "Kestrel（pid {pid}）已结束。",
  "repl.rejoined": "Kestrel 已恢复运行（pid {pid}）：会话继续，你输入的内容没有丢失。",
  "repl.waitsForDaemon": "Kestrel（pid {pid}）意外中断，正在等它重新运行；按 Ctrl-D 离开。",
  "repl.silentDaemon": "Kestrel（pid {pid}）没有响应。按两次 Ctrl+C 离开；`kestrel restart` 会重新启动它。",
  "repl.startsAgain": "正在重新启动 Kestrel。",
  "repl.startedAgain": "⟨Kestrel（pid {before}）意外退出。⟩已重新启动 Kestrel（pid {pid}）。",
  "repl.endedAgain": "Kestrel（pid {pid}）启动后不久意外退出；发送下一条消息会重新启动它。",
  "repl.stoppedElsewhere": "Kestrel 已在别处停止；发送下一条消息会重新启动它。",
  "repl.otherDaemon": "另一个已在运行（pid {pid}）。",
  "repl.goOnHow": "要接着刚才的地方继续：`kestrel -r {id}{flags}`",
  "repl.goesOn": "本轮会在守护进程中继续。",
  "sampling.none": "采样：本会话没有设置。",
  "sampling.is": "本会话的采样：{drawn}",
  "sampling.session": "本会话",
  "picture.sent": "已附上：{names}。",
  "picture.blind": "当前模型看不了图片：{names} 只作为路径发送。",
  "picture.joins": "图片须随新的一条消息发送：{names} 只作为路径发送。请在这一轮结束后再发。",
  "picture.refused": "{names} 没有附上：每张图片最多 {limit} MiB，每条消息最多 {count} 张。",
  "alert.asks": "Kestrel 需要你",
  "alert.works": "Kestrel 在工作",
  "alert.rests": "Kestrel 已完成",
  "sampling.settings": "设置",
  "sampling.server": "服务器自己的值，除非模型档案另有建议",
  "sampling.unsaid": "由服务器决定",
  "sampling.how": "/sampling temperature 0.2 top_p 0.9 为本会话设置；/sampling reset 取消。",
  "sampling.unknown": "没有 `{written}`。可用的有 {names}，后面跟一个值。",
  "system.none": "没有自己的系统提示词。/system 内容 为接下来开始的会话添加一段。",
  "system.is": "你的系统提示词，排在 Kestrel 的之后，每次请求~{count} 个 token：\n{text}",
  "system.fixed": "会话已经开始，更换系统提示词会让模型重新处理全部内容。先用 /new 新建会话，再设置。",
  "system.long": "系统提示词最多 8,000 个字符。",
  "repl.changingTurn": "  第 {turn} 轮：{count} 个文件",
  "repl.undoneTurn": "  第 {turn} 轮：{count} 个文件，已撤销",
  "repl.forked": "现在是会话 {id}；原来的会话保持不变。",
  "repl.forkLeft": "这一轮在会话 {id} 中继续：`/resume {id}` 可以回去。",
  "folder.wide": "{folder} 包含多个项目。请为这个会话选择一个文件夹。",
  "folder.mark": "文件夹 ›",
  "folder.all": "整个文件夹",
  "repl.resumeMark": "继续 ›",
  "repl.forkAll": "全部消息",
  "init.message":
    "请浏览这个项目：有哪些文件，如何构建、测试和运行，代码是怎么写的。然后在这个文件夹里写 AGENTS.md：最多 60 行，只写你看到的，命令在最前。如果已经有了，就改正它。",
  "repl.forkMark": "从此前分叉 ›",
  "rewind.mark": "回到 ›",
  "rewind.both": "对话和文件",
  "rewind.both.text": "重新编辑这条消息；发送时撤销它之后对文件的更改",
  "rewind.talk": "对话",
  "rewind.talk.text": "重新编辑这条消息；文件保持不变",
  "rewind.files": "文件",
  "rewind.files.text": "撤销这条消息之后的全部文件更改；对话保持不变",
  "copy.done": "已复制上一个回答（{count} 行）。",
  "copy.code": "已复制最后一个代码块（{count} 行）。",
  "copy.noCode": "还没有哪个回答带代码块。",
  "copy.nothing": "还没有可复制的回答。",
  "diff.nothing": "这个会话没有更改任何文件。",
  "export.failed": "无法写入 {file}：{reason}。换一个名字：/export 文件",
  "export.secrets": "其中有 {count} 处像是密钥。",
  "rename.how": "/rename 标题",
  "rename.done": "这个会话现在叫 {title}。",
  "reach.on": "开",
  "reach.off": "关",
  "reach.line": "目录行 ~{line}",
  "reach.byHand": "仅手动",
  "reach.noSkills": "没有技能。含 SKILL.md 的文件夹放在 {folder}",
  "reach.how": "/名称 立即使用技能。/skills on 名称 与 /skills off 名称：新会话是否带上它。",
  "reach.howCommand": "kestrel skills show 名称 显示全文；on 名称 与 off 名称：新会话是否带上它。",
  "reach.noSuch": "这里没有技能 {name}。",
  "reach.ownPrompts": "你自己的：{folder} 中的 Markdown 文件",
  "repl.help": `  /new            开始新会话
  /resume [N]     继续以前的会话
  /fork [N]       在另一个会话中继续（从第 N 条消息之前）
  /mode MODE      plan、ask、edits、auto
  /permissions    规则；revoke、why
  /trust          此文件夹带来的内容
  /undo [N|to N]  撤销对文件的更改；list、preview
  /redo           重做撤销的更改
  /commit [N]     为更改起草提交说明（从第 N 轮起）
  /snapshots [on] 让撤销也包括命令所做的更改；off
  /regenerate     重新生成上一个回答
  /edit           修改上一条消息后重新发送
  /rewind         回退：对话、文件或两者
  /rename 标题    给这个会话命名
  /copy [code]    复制上一个回答，或最后一个代码块
  /diff           这个会话更改了哪些文件
  /export [文件]  把这个会话存为 Markdown
  /init           为这个文件夹写 AGENTS.md
  /continue       让中断的回答继续
  /answer         别再思考，直接回答
  /context        窗口的占用情况
  /compact [内容] 压缩会话；保留[内容]
  /model [N]      当前模型；换一个
  /loadout        会话由什么组成，以及当前的这一个
  /sampling       怎样采样
  /system [内容]  自己的系统提示词；reset 取消
  /remember 内容  记住一条；--here：只用于此文件夹
  /forget ID      删除一条记忆；关键词可查 ID
  /memory         已记住的内容；关键词、on、off（私密）
  /status         守护进程、会话、目录
  /crew           其他模型做了什么
  /larger         yes 或 no：是否让更大的模型接手
  /jobs           后台运行的任务
  /loop [ID]      按计划进行的循环；stop、resume、new 愿望
  /worktree       独立的检出：new、review、merge
  /skills         技能：查看、开、关
  /prompts        工作方式：/plan、/review …
  /mcp            MCP 服务器：状态、开销
  /web            读取网页、搜索；try 试一试
  /helpers        列出子代理
  /hooks          途中被询问的钩子
  /help           显示此帮助；? 相同
  /exit           离开

  回车发送；模型工作时则作为补充指示。
  Alt+↑ 可取回模型尚未读到的内容。
  !cmd 以你的身份运行命令；!!cmd 只显示结果。
  Alt+Enter 在本轮之后发送。@ 加字母：选择文件。
  Shift+Enter、Ctrl+J 或 \\ 加回车：换行。
  Ctrl+R 搜索以前的输入，Ctrl+G 打开编辑器，
  Ctrl+O 显示截断的内容。
  Esc 或 Ctrl+C 停止本轮，已输入的文字会保留。
  连按两次 Ctrl+C 或按 Ctrl+D 离开。
  上下方向键：以前的输入。Tab 补全命令；
  有提问时转到提问：y 允许一次，s 本会话允许完全相同的调用，
  e 本会话允许一条规则（可修改），p 在此项目中一直允许，n 拒绝。
  Shift+Tab 依次切换 ask、edits、plan。`,
};
