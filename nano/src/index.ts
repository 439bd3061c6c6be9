export { type Skill, skills, type Task, type TaskTurn } from "./tasks/task.ts";
export { tasksFor } from "./tasks/tasks-for.ts";
