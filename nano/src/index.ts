export {
  type Change,
  type Skill,
  skills,
  type Task,
  type TaskSet,
  type TaskTurn,
  taskSets,
} from "./tasks/task.ts";
