export const web = {
  "web.title": "Web",
  "web.text":
    "Lets the model read pages and search. It is off until you turn it on. Each call needs your approval for its host. A rule such as `host: docs.example.org` allows one. Pages on this machine or a private network are never read unless own_hosts names them.",
  "web.try": "Try the search",
} as const;
