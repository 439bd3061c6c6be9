// Small jobs as people ask them, for a real weak model. Each: `files` as they lie there, `solution` (files, or an `answer`), attempts
// that must not pass (`wrong`), and `check`, which is given the folder as it was left and answers what is amiss, or nothing.

/** What a file holds once blanks at line ends and at its end are put aside. */
const plain = (text = "") => text.replaceAll(/[ \t\r]+$/gm, "").trimEnd();
const same = (left, files, ...paths) => paths.find((path) => plain(left[path]) !== plain(files[path]));
const kept = (left, files, ...paths) => {
  const changed = same(left, files, ...paths);
  return changed && `${changed} was changed`;
};
const json = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const says = (answer, ...patterns) => {
  const missing = patterns.find((pattern) => !pattern.test(answer));
  return missing && `the answer does not say ${missing}`;
};

const sum = (lines) => lines.reduce((total, line) => total + Number(line.split(",")[2]), 0);
const orders = `id,city,amount\n1,Lyon,12\n2,Oslo,30\n3,Lyon,8\n4,Oslo,5\n5,Porto,41\n6,Lyon,7\n`;
const pool = `[pool]\n# seconds before a connection is given up\nconnect_timeout = 10\n# seconds before an idle one is closed\nidle_timeout = 60\nsize = 8\n\n[log]\nlevel = warn\n`;
const price = `/** The price with tax, rounded to cents. */\nexport function withTax(price, rate) {\n  return Math.round(price * rate * 100) / 100;\n}\n\n/** The price of several. */\nexport function total(prices) {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n`;
const readme = `# Ferry\n\nMoves files between two folders.\n\n## Install\n\nRun \`npm install\`.\n\n## Use\n\nRun \`node ferry.js FROM TO\`.\n`;
const compose = `services:\n  web:\n    image: shop/web:2.4\n    ports:\n      - "8080:80"\n  db:\n    image: postgres:15\n    volumes:\n      - data:/var/lib/postgresql/data\n`;
const slug = `/** Lower case, words joined by "-": "Two Words" becomes "two-words". */\nexport function slug(title) {\n  throw new Error("not written yet");\n}\n`;
const retry = `export const settings = {\n  host: "localhost",\n  retries: 3,\n  // milliseconds\n  pause: 500,\n};\n`;
const zhConfig = `# 服务配置\nserver.port=8080\n# 会话超时（分钟）\nsession.timeout=30\nlog.level=info\n`;
const zhReadme = `# 借书系统\n\n## 安装\n\n运行 \`npm install\`。\n\n## 规则\n\n每人最多借 5 本，期限 21 天，逾期每天 2 角。\n`;
const zhGreet = `/** 返回问候语。 */\nexport function greet(name) {\n  return "你好，" + nmae + "！";\n}\n`;
const zhScores = `姓名,科目,分数\n王芳,数学,88\n李雷,数学,95\n韩梅,数学,71\n`;
const gitignore = `node_modules/\n*.log\n`;

/** Imports a file as it was left; the runner gives it a path of its own each time. */
const from = (load, path, name) => load(path).then((module) => module[name]);

export const jobs = [
  {
    id: "w01-timeout-ini",
    kind: "config",
    prompt: "Set the idle timeout in pool.ini to 90 seconds. Change nothing else.",
    files: { "pool.ini": pool },
    solution: { "pool.ini": pool.replace("idle_timeout = 60", "idle_timeout = 90") },
    wrong: [
      { "pool.ini": pool.replace("connect_timeout = 10", "connect_timeout = 90") },
      { "pool.ini": "idle_timeout = 90\n" },
    ],
    check: ({ left, solution }) =>
      same(left, solution, "pool.ini") && "pool.ini is not the old file with that one value changed",
  },
  {
    id: "w02-tax-js",
    kind: "bug",
    prompt: "In price.js, withTax(100, 0.2) gives 20, it should be 120. Fix it. total must stay as it is.",
    files: { "price.js": price, "package.json": '{ "type": "module" }\n' },
    solution: { "price.js": price.replace("price * rate * 100", "price * (1 + rate) * 100") },
    wrong: [
      { "price.js": "export function withTax() {\n  return 120;\n}\n" },
      { "price.js": price.replace("* rate", "+ rate") },
    ],
    check: async ({ load }) => {
      const [withTax, total] = [
        await from(load, "price.js", "withTax"),
        await from(load, "price.js", "total"),
      ];
      if (withTax(100, 0.2) !== 120 || withTax(9.99, 0.07) !== 10.69) return "withTax is wrong";
      return total?.([1, 2]) === 3 ? undefined : "total is gone";
    },
  },
  {
    id: "w03-sum-json",
    kind: "data",
    prompt: "Read orders.csv and write totals.json: one JSON object with the sum of amount for each city.",
    files: { "orders.csv": orders },
    solution: { "totals.json": '{"Lyon": 27, "Oslo": 35, "Porto": 41}\n' },
    wrong: [{ "totals.json": '{"Lyon": 20, "Oslo": 35, "Porto": 41}\n' }, { "totals.json": "Lyon 27\n" }],
    check: ({ left, files }) => {
      const totals = json(left["totals.json"]);
      const lines = orders.trim().split("\n").slice(1);
      const wanted = ["Lyon", "Oslo", "Porto"].find(
        (city) => totals?.[city] !== sum(lines.filter((line) => line.includes(city))),
      );
      return wanted ? `${wanted} is wrong` : kept(left, files, "orders.csv");
    },
  },
  {
    id: "w04-ask-image",
    kind: "question",
    prompt:
      "Which image does the db service in compose.yml use, and on which port of the host is web reached? Only answer.",
    files: { "compose.yml": compose },
    answer: "db uses postgres:15, and web is reached on port 8080.",
    wrong: ["It uses postgres:14 on port 80.", "I have read compose.yml."],
    check: ({ answer, left, files }) =>
      says(answer, /postgres:15/, /8080/) ?? kept(left, files, "compose.yml"),
  },
  {
    id: "w05-readme-section",
    kind: "document",
    prompt: 'Add a section "License" at the end of README.md that says: MIT. Keep the rest as it is.',
    files: { "README.md": readme },
    solution: { "README.md": `${readme}\n## License\n\nMIT.\n` },
    wrong: [{ "README.md": "## License\n\nMIT\n" }, { "README.md": `# License\nMIT\n\n${readme}` }],
    check: ({ left }) => {
      const text = plain(left["README.md"]);
      if (!text.startsWith(plain(readme))) return "the rest of README.md is not as it was";
      return /^\s*#{1,3} License\s+MIT\.?\s*$/.test(text.slice(plain(readme).length))
        ? undefined
        : "there is no section License with MIT";
    },
  },
  {
    id: "w06-slug-js",
    kind: "function",
    prompt:
      "Write the function slug in slug.js as its comment says. Signs that are no letters or digits are left out.",
    files: { "slug.js": slug, "package.json": '{ "type": "module" }\n' },
    solution: {
      "slug.js":
        'export function slug(title) {\n  return title.toLowerCase().match(/[a-z0-9]+/g).join("-");\n}\n',
    },
    wrong: [{ "slug.js": "export const slug = (title) => title.toLowerCase();\n" }],
    check: async ({ load }) => {
      const make = await from(load, "slug.js", "slug");
      if (make("Two Words") !== "two-words") return "Two Words is wrong";
      return make("Hello, World!") === "hello-world" ? undefined : "signs are left in";
    },
  },
  {
    id: "w07-rename-setting",
    kind: "refactor",
    prompt: "Rename the setting `pause` to `pauseMs` in settings.js and where main.js uses it.",
    files: {
      "settings.js": retry,
      "main.js":
        'import { settings } from "./settings.js";\n\nconsole.log(settings.retries, settings.pause);\n',
      "package.json": '{ "type": "module" }\n',
    },
    solution: {
      "settings.js": retry.replace("pause:", "pauseMs:"),
      "main.js":
        'import { settings } from "./settings.js";\n\nconsole.log(settings.retries, settings.pauseMs);\n',
    },
    wrong: [{ "settings.js": retry.replace("pause:", "pauseMs:") }],
    check: async ({ left, load }) => {
      const settings = await from(load, "settings.js", "settings");
      if (settings.pauseMs !== 500 || "pause" in settings || settings.retries !== 3)
        return "settings.js is wrong";
      return /settings\.pauseMs\b/.test(left["main.js"]) ? undefined : "main.js still uses pause";
    },
  },
  {
    id: "w08-ignore-line",
    kind: "config",
    prompt: "Add dist/ to .gitignore.",
    files: { ".gitignore": gitignore, "index.js": "console.log(1);\n" },
    solution: { ".gitignore": `${gitignore}dist/\n` },
    wrong: [{ ".gitignore": "dist/\n" }, { ".gitignore": `${gitignore}build/\n` }],
    check: ({ left, files }) => {
      const lines = plain(left[".gitignore"])
        .split("\n")
        .map((line) => line.trim());
      const missing = ["node_modules/", "*.log", "dist/"].find((line) => !lines.includes(line));
      return missing ? `${missing} is missing` : kept(left, files, "index.js");
    },
  },
  {
    id: "w09-port-zh",
    kind: "config",
    prompt: "把 app.properties 里的会话超时改成 45 分钟，其他内容不要动。",
    files: { "app.properties": zhConfig },
    solution: { "app.properties": zhConfig.replace("session.timeout=30", "session.timeout=45") },
    wrong: [
      { "app.properties": zhConfig.replace("8080", "45") },
      { "app.properties": "session.timeout=45\n" },
    ],
    check: ({ left, solution }) => same(left, solution, "app.properties") && "app.properties 不只改了那一项",
  },
  {
    id: "w10-ask-zh",
    kind: "question",
    prompt: "README.md 里说每人最多借几本书？逾期每天罚多少？只回答，不要修改文件。",
    files: { "README.md": zhReadme },
    answer: "每人最多借 5 本，逾期每天 2 角。",
    wrong: ["最多借 21 本。", "已读取 README.md。"],
    check: ({ answer, left, files }) =>
      says(answer, /5|五/, /2\s*角|两角|二角|0\.2/) ?? kept(left, files, "README.md"),
  },
  {
    id: "w11-typo-zh",
    kind: "bug",
    prompt: "运行 greet.js 里的 greet 会报错，请修复。",
    files: { "greet.js": zhGreet, "package.json": '{ "type": "module" }\n' },
    solution: { "greet.js": zhGreet.replace("nmae", "name") },
    wrong: [{ "greet.js": zhGreet.replace("name)", "nmea)") }],
    check: async ({ load }) =>
      (await from(load, "greet.js", "greet"))("小明") === "你好，小明！" ? undefined : "问候语不对",
  },
  {
    id: "w12-best-zh",
    kind: "data",
    prompt: "读取 scores.csv，把分数最高的人的姓名写进 best.txt，只写姓名。",
    files: { "scores.csv": zhScores },
    solution: { "best.txt": "李雷\n" },
    wrong: [{ "best.txt": "王芳\n" }, { "best.txt": "李雷,数学,95\n" }],
    check: ({ left, files }) =>
      plain(left["best.txt"]).trim() === "李雷"
        ? kept(left, files, "scores.csv")
        : "best.txt 不是最高分的姓名",
  },
];
