export { type Skill, skills, type Task, type TaskTurn } from "./tasks/task.ts";
