export const web = {
  "web.fetch.off": '已关闭：在设置文件的 [web] 中写 fetch = "on" 即可开启',
  "web.fetch.on": "对新会话开启：读取网页，按主机询问",
  "web.fetch.key_missing": "已关闭",
  "web.search.off": "已关闭：[web] 中的 search_url（SearXNG）或 search_key_env（Brave 的密钥）可开启它",
  "web.search.on": "对新会话开启：用 {at} 搜索",
  "web.search.key_missing": "已关闭：启动守护进程的环境中没有 [web] search_key_env 所指的变量",
  "web.tried": "搜索可用；结果数：{hits}。",
  "web.tried.not": "搜索不可用：{detail}",
} as const;
