import type { Scripts } from "./scripted/script.ts";

/** What a newcomer without a model can try: everything is prepared, and it says so. */
export const demoScripts: Scripts = {
  plain: {
    says: "This is the scripted test model of the demo: it does not think, its answers are prepared. Type [[tour]] to see it read a file, propose a change and run a check.\n\n这是演示用的脚本模型，它的回答都是事先写好的。输入 [[tour]]，就能看到它读文件、提出修改并运行检查。",
  },
  tour: {
    replies: [
      {
        says: "Welcome to the tour. First I look at the function that greets.",
        calls: [{ name: "read", arguments: { path: "greeting.js" } }],
      },
      {
        thinks: "The check wants a comma and an exclamation mark, and the function writes neither.",
        says: "The greeting lacks its comma and exclamation mark. I propose this change; you decide.",
        calls: [
          {
            name: "edit",
            arguments: {
              path: "greeting.js",
              old: "  return `Hello ${" + "name}`;",
              new: "  return `Hello, ${" + "name}!`;",
            },
          },
        ],
      },
      {
        says: "Now I run the check of the project.",
        calls: [{ name: "shell", arguments: { command: "node check.js" } }],
      },
      {
        says: "That was the tour: I read greeting.js, proposed to change one line, and asked to run node check.js. With a real model every word of this would be its own.",
      },
    ],
    afterwards: "plain",
  },
};
