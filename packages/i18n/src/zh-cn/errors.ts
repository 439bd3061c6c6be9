import type * as english from "../en/errors.ts";
import type { WithinTheirFacts } from "../error-sentences.ts";

/** 失败：发生了什么，可以做什么。 */
export const errors = {
  "error.unauthorized": "守护进程拒绝了这个令牌。请停止守护进程后重新启动。",
  "error.forbidden": "此访问令牌不允许这样做。`kestrel tokens add 名称 --scope full` 可新建权限更大的令牌。",
  "error.bad_host": "守护进程拒绝了所用的主机名。",
  "error.bad_origin": "守护进程拒绝了外部页面。",
  "error.bad_fetch_site": "守护进程拒绝了来自其他站点的请求。",
  "error.bad_target": "请求的地址无效。",
  "error.json_only": "守护进程只接受 JSON。",
  "error.code_invalid": "此链接已被使用、已过期或有误。`kestrel open` 会打印新链接。",
  "error.remote_off":
    "Kestrel 只接受本机的连接。要从另一台机器使用，请用 ssh：`ssh -N -L ⟨{port}:127.0.0.1:{port}|端口:127.0.0.1:端口⟩ 用户@这台机器`，然后在那里打开 `kestrel open` 给出的链接。要不经 ssh 允许其他设备访问，请设置 `remote.listen` 并重新启动。",
  "error.too_many_attempts": "错误次数过多。请等一分钟，再运行 `kestrel open`。",
  "error.too_many_clients": "连接的浏览器和终端过多，请关闭一些。",
  "error.invalid_request": "请求不符合要求⟨：{where} {problem}⟩。",
  "error.too_large": "请求过大。",
  "error.not_found": "未找到。",
  "error.session_not_found": "没有⟨会话 {sessionId}|这个会话⟩。`kestrel sessions list` 可列出会话。",
  "error.session_busy": "此会话正在进行一轮对话。请等待或停止它。",
  "error.no_open_turn": "此会话中没有正在运行的内容。",
  "error.approval_not_found": "没有等待该批准的请求。",
  "error.trust_stale": "文件夹⟨（{path}）⟩带来的内容在显示之后已更改，请重新查看。",
  "error.approval_stale": "该问题已得到答复，或针对的是其他参数。",
  "error.rule_invalid":
    "没有保存该规则⟨：{rule}⟩。请写成 `command: npm test *`、`path: src/**`、`host: example.org` 或工具名，并与此次调用匹配。无法解析、可能造成毁坏或离开本机的调用不会被记住。",
  "error.workspace_invalid": "⟨{path} |它⟩不能作为工作区⟨：{reason}⟩。请给出已存在目录的完整路径。",
  "error.workspace_unconfirmed":
    "⟨{path} |该目录⟩包含不止一个项目。请选择其中的一个目录，或确认使用它（在终端：-C 加它的路径）。",
  "error.no_vision": "当前模型看不了图片。什么都没有发送；请用文字描述，或加载能看图的模型。",
  "error.hook_denied": "你的钩子⟨ {name} ⟩拒绝了⟨：{detail}⟩。没有发送任何内容。",
  "error.unconfirmed": "未做任何更改⟨：没有终端可供确认，请加 {flag}⟩。",
  "error.memory_refused": "无法记住这条内容⟨：{reason}⟩。没有存储任何内容。",
  "error.memory_unavailable": "现在无法使用记忆⟨：{reason}⟩。",
  "error.mcp_unknown": "没有⟨名为 {name} 的|这个⟩ MCP 服务器。`kestrel mcp list` 可列出它们。",
  "error.mcp_stale": "⟨{name}|该服务器⟩已与你看到的不同。请重新查看：`kestrel mcp test⟨ {name}⟩`。",
  "error.setting_by_hand":
    "未更改⟨ `{key}`|该设置⟩：它只能由你在⟨ {file}|设置文件⟩中修改。⟨请写入这一行：{detail}|请在文件中修改⟩。",
  "error.mcp_entry": "无法添加⟨ {name}|该服务器⟩⟨（{file}）⟩⟨：{reason}⟩⟨（{detail}）⟩。",
  "error.loop_refused": "此循环没有运行⟨：{reason}⟩⟨（{name}）⟩⟨，计划第 {line} 行⟩。",
  "error.worktree_refused":
    "无法对⟨{name}|此工作树⟩这样做⟨：{reason}⟩⟨：{path}⟩⟨（`{command}`：{detail}）⟩。没有任何改动。",
  "error.config_invalid":
    "配置有误⟨：{file}|：{flag}|：变量 {variable}⟩⟨，第 {line} 行⟩⟨，`{key}`⟩⟨：应为 {expected}⟩⟨，实际为 {got}⟩⟨（{detail}）⟩⟨：{reason}⟩⟨：{url} 不是 http 地址⟩。请改正后重新启动。",
  "error.loadout_invalid":
    "方案⟨ {file} ⟩未被接受⟨，第 {line} 行⟩⟨，`{key}`⟩⟨：应为 {expected}⟩⟨，实际为 {got}⟩⟨（{detail}）⟩⟨：{flag}⟩⟨：{reason}⟩。请改正。",
  "error.loadout_unavailable":
    "未对方案⟨ {file} ⟩做任何操作⟨：{reason}⟩⟨（最接近的是 {suggestion}）⟩。`kestrel loadout` 可列出它们。",
  "error.place_unaccepted":
    "⟨没有启动 {path}|没有向 {url} 发送任何内容|没有发送任何内容⟩⟨，也没有发送 {variable} 的值⟩：⟨{file} 不在你的方案之中。`--accept` 接受其中的地址和密钥；`kestrel loadout import` 则不带它们导入|你的方案和设置都没有列出它。要使用它，请写入你自己的方案⟩。",
  "error.data_folder_unsafe":
    "数据目录⟨ {path} ⟩不可信⟨：{why}⟩。它必须是你自己的目录，且别人不能写入⟨：chmod 700 '{path}'⟩；也可以用 KESTREL_DATA_DIR 指定另一个目录。",
  "error.data_folder_unwritable":
    "Kestrel 无法写入数据目录⟨ {path}⟩⟨（{why}）⟩：磁盘已满、只读，或不属于你。请腾出空间，或用 KESTREL_DATA_DIR 指定另一个目录。",
  "error.daemon_running":
    "Kestrel 已在运行⟨（pid {pid}）⟩⟨：{url}⟩⟨，数据目录 {folder}⟩。`kestrel open` 可打开它；如需另起一个，请先结束它。",
  "error.import_refused":
    "文件未导入⟨：{reason}⟩⟨（第 {line} 行）⟩⟨（{path}）⟩⟨（{sessionId}）⟩。没有任何更改。",
  "error.daemon_start_failed": "Kestrel 未能在后台启动⟨，它最后的输出在 {file}⟩。",
  "error.log_unwritable": "无法写入会话日志。磁盘是否已满？",
  "error.log_damaged":
    "会话日志有一部分无法读取⟨（损坏或来自更新版本的 {lines} 行，缺失 {missing} 行）⟩，因此不再接受新内容。可以阅读，也可以在新会话中继续。",
  "error.engine_not_found":
    "⟨{path} 不能作为 llama-server 运行|没有找到 llama-server⟩⟨（{file} 中的 `{key}`）|（`{key}`，来自 {variable}）|（`{key}`，来自 {flag}）⟩。`kestrel engine` 会说明如何获取。",
  "error.engine_start_failed":
    "引擎没有启动⟨：{reason}⟩⟨（{exitCode}）⟩⟨（{signal}）⟩⟨。它最后的输出：\n{detail}\n|。⟩`kestrel engine` 会说明使用的是哪个 llama-server。",
  "error.engine_not_ready": "引擎尚未就绪⟨：{reason}⟩。",
  "error.engine_died": "引擎意外终止⟨（{exitCode}）⟩⟨（{signal}）⟩。",
  "error.engine_fetch_failed": "无法获取引擎⟨：{detail}⟩。⟨手动安装：{command}⟩",
  "error.download_refused": "无法下载⟨ {name}|该模型⟩⟨：{reason}⟩。⟨可选：{candidates}。⟩",
  "error.download_auth":
    "⟨{name} 需要访问令牌：它可能受限、私有或不存在。请设置 {variable}，重启 Kestrel 后重试。|你的令牌无权访问 {name}。请先在 {url} 接受条款，然后重试。|模型站需要另一个令牌。⟩",
  "error.download_no_room":
    "⟨{path}|模型文件夹⟩空间不足，放不下⟨ {name}|该模型⟩⟨：需要 {needs}⟩⟨，剩余 {free}⟩。请腾出空间后重试，已下载的部分会保留。",
  "error.download_failed":
    "⟨{name}|模型⟩⟨ 从 {host}⟩ 的下载已中断⟨：{reason}|：{detail}|：状态码 {status}⟩。请重试。",
  "error.model_file_invalid":
    "无法加载⟨你上次选择的模型 {last}| {path}|模型文件⟩⟨：{reason}⟩⟨（{file} 中的 `{key}`）|（`{key}`，来自 {flag}）|（`{key}`，来自 {variable}）⟩。⟨请把 {last} 放回原处，或选择其他模型：`kestrel models` 会列出。|请写出 GGUF 文件的完整路径。⟩",
  "error.port_in_use":
    "端口⟨ {port} ⟩已被占用⟨（{file} 中的 `{key}`）|（`{key}`，来自 {flag}）|（`{key}`，来自 {variable}）|（`{key}`）⟩。请用 --port 选择其他端口，或用 --port 0 任选空闲端口。",
  "error.no_model":
    "⟨{url} 的 {host} 没有加载模型。请在那里加载一个，或在 `model.name` 中指定|{url} 的服务器没有能对话的模型。请在那里加载一个，或在 `model.name` 中指定|尚未配置模型⟩。`kestrel doctor` 会显示本机已有的内容。",
  "error.model_changed":
    "⟨这个会话用的是 {model}，现在使用的是 {now}，会话内容没有发送给它。请重新选择 {model}，或同意这个会话改用 {now}。|这个会话用的是 {model}。{demonstration} 是演示模型，无法继续这个会话。请重新选择 {model}，或新建会话。|这个会话用的是另一个模型。⟩",
  "error.window_too_small":
    "窗口⟨（{window} 个 token）⟩太小⟨：一个会话需要 {needed}，其中固定提示占 {prompt}⟩⟨（{file} 中的 `{key}`）|（`{key}`，来自 {flag}）|（`{key}`，来自 {variable}）|（`{key}`）⟩。⟨窗口由 {host} 在加载模型时决定，Kestrel 的设置无法加大。请在那里用更大的窗口重新加载，然后重试。|请加大：--window {more}。|这个模型的窗口无法再大，请换一个模型。⟩",
  "error.context_overflow": "请求超出了模型的窗口。请开始新会话，或用更大的窗口加载模型。",
  "error.model_not_found":
    "⟨{url} 的服务器没有列出模型 {id}|没有模型 {id}|服务器不认识这个模型⟩。⟨它有：{candidates}。|`kestrel models` 可列出模型。⟩⟨不在本机上的：{remote}。⟩⟨选择一个：`{command}`⟩",
  "error.model_not_chosen":
    "⟨{url} 没有加载模型|那里没有加载模型⟩，Kestrel 只加载你选定的模型。⟨它有：{candidates}。⟩⟨不在本机上的：{remote}。⟩⟨选择一个：`{command}`|请用 `model.name` 指定一个，或在 --url 之外加上 --model，或在那里加载。⟩",
  "error.no_model_server": "⟨{url}|该地址⟩有服务器回应，但 Kestrel 无法识别它是哪种模型服务器。",
  "error.auth":
    "模型服务器⟨ {url} ⟩需要 API 密钥，或拒绝了你的密钥。`model.api_key_env` 指定保存密钥的变量。",
  "error.busy": "模型服务器正忙。",
  "error.template": "模型的对话模板拒绝了这段对话。",
  "error.tool_parse": "服务器无法解析模型写出的内容。",
  "error.grammar": "服务器拒绝了某个工具的模式。",
  "error.reply_line_too_long": "模型服务器发来的一行太长，已⟨在 {limit} 字节后⟩切断。之前的内容已保留。",
  "error.reply_too_long": "回复没有结尾，已⟨在 {limit} 个字符后⟩切断。之前的内容已保留。",
  "error.arguments_too_long":
    "回复中调用的参数⟨超过 {limit} 个字符|过长⟩；一个也没有运行。请要求更小的步骤。",
  "error.too_many_calls": "回复一次要求的调用⟨超过 {limit} 个|过多⟩；一个也没有运行。请要求更小的步骤。",
  "error.daemon_unreachable":
    "Kestrel⟨（pid {pid}）⟩⟨（{url}）⟩没有响应。⟨`kestrel restart` 会结束进程 {pid} 并重新启动|请用 `kestrel start` 启动它⟩；已保存的内容都在。",
  "error.unreachable":
    "无法连接 ⟨{url}|模型服务器⟩⟨（{model}）⟩⟨（{file} 中的 `{key}`）|（`{key}`，来自 {flag}）|（`{key}`，来自 {variable}）⟩。请启动该服务器，然后重试。",
  "error.connection_lost": "与 ⟨{url}|模型服务器⟩⟨（{model}）⟩的连接中断了。",
  "error.timeout": "⟨{url}|模型服务器⟩⟨（{model}）⟩没有及时响应。",
  "error.unknown": "模型服务器出错⟨：{detail}⟩。",
  "error.nothing_to_undo": "没有可以撤销的更改。",
  "error.nothing_to_continue": "上一个回答没有中断：没有可以继续的内容。",
  "error.nothing_to_compact": "没有可以压缩的内容：摘要会和它所替代的消息一样长。",
  "error.context_full": "上下文窗口已满。请开始新会话、把消息改短，或用更大的窗口加载模型。",
  "error.internal": "Kestrel 内部出错。⟨请运行 `kestrel logs {report}` 查看原因。⟩",
} as const satisfies Record<keyof typeof english.errors, string>;

// 失败不会带来的内容，译文里也不能出现。
errors satisfies WithinTheirFacts<typeof errors>;

/** 调用为什么没有执行，对人的提问如何结束，以及服务器提问下方的提示。 */
export const rejections: Record<keyof typeof english.rejections, string> = {
  "rejected.unknown_tool": "没有这个工具",
  "rejected.arguments": "参数不对",
  "rejected.cut": "没有写完",
  "rejected.doubtful": "可能只是示例",
  "rejected.unread": "无法理解",
  "question.end.dismissed": "没有回答",
  "question.end.nobody": "当时没有人可以回答",
  "question.end.expired": "不再询问",
  "question.noSecrets": "绝不要在这里输入密码、验证码、密钥或卡号。你的回答会发送给 MCP 服务器。",
};

/** 文件夹带来而不使用的内容，按原因。 */
export const ignored: Record<keyof typeof english.ignored, string> = {
  "trust.ignored.settings": "从不使用：{path} 里的设置",
  "trust.ignored.data_folder":
    "从不使用：{path}，它不是由 Kestrel 创建的。`kestrel init --here` 创建项目的数据文件夹；技能放在 {path}/skills",
  "trust.ignored.link_outside": "从不使用：{path}，它是指向项目之外的链接",
  "trust.ignored.not_a_file": "从不使用：{path}，它不是普通文件",
  "trust.ignored.too_long": "从不使用：{path}，超过 256 KiB",
  "trust.ignored.rule_invalid": "从不使用：{path} 中不成规则的内容",
  "trust.ignored.skill_invalid": "从不使用：{path}，没有可用的技能名，或在读取时被改动",
  "trust.ignored.skill_too_large": "从不使用：{path}，文件数量或大小超出技能的范围",
  "trust.ignored.sets_policy": "从不使用：{path}，它想决定什么可以运行",
  "trust.ignored.hook_invalid": "未使用：{path} 中的某个钩子无效、引用了变量，或其文件无法完整显示",
  "trust.ignored.hook_not_plain": "未使用：{path} 中某个钩子的命令不只是普通单词，无法确定它会运行哪些文件",
  "trust.ignored.name_taken": "从不使用：{path}，已有同名技能",
};

/** 模型服务器出错时可以做什么。 */
export const hints: Record<keyof typeof english.hints, string> = {
  "failure.detail": "它的原话：“{detail}”。",
  "hint.raise_window": "请用更大的窗口加载模型，或新建会话继续。",
  "hint.smaller_texts": "请把文本切成更小的部分。",
  "hint.choose_model": "请用 `model.name` 指定服务器上有的模型。",
  "hint.load_model": "请先在那里加载模型。",
  "hint.check_key": "然后重新启动 Kestrel。",
  "hint.check_address": "请检查地址。",
  "hint.wait": "请稍等片刻再说一次。",
  "hint.free_memory": "内存不足：请关闭其他程序，或换用更小的模型或窗口。",
  "hint.see_engine": "它最后输出的内容在“模型”页面：`kestrel open`。",
  "hint.check_template": "请换用模板支持这一点的模型，或给服务器换一个模板。",
  "hint.no_tools": '它不接受工具：请把 `model.tools` 设为 "text"，或选择支持工具的模型。',
  "hint.text_tools": '它的模板可能不支持工具：请把 `model.tools` 设为 "text"，或给服务器换一个模板。',
  "hint.no_thinking": '无法规定它思考多少：请把 `model.thinking` 设为 "auto"。',
  "hint.no_vision": "它看不了图片：请新建会话，用文字继续。",
  "hint.start_with_embeddings": "请用 `--embeddings` 启动那个服务器。",
  "hint.simpler_schema": "Kestrel 会停用格式有问题的工具；请再说一次。",
  "hint.ask_again": "请再说一次。",
};
