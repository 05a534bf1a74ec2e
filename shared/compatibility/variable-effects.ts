import { type Effect, without } from './effect.ts';

/** Documented environment variables that Gatehouse doesn't read. Those that it reads are in `main/environment.ts`. */
export const UNSUPPORTED_VARIABLES: Readonly<Record<string, Effect>> = {
  CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: without('Instruction files of additional working directories aren’t read.'),
  CLAUDE_CODE_ENABLE_TODO_TOOLS: without('CLAUDE_CODE_ENABLE_TASKS chooses between the task list and to-do lists.'),
  CLAUDE_CODE_PROJECT_DIR_NAME: without('The folder of notes is named after the project; autoMemoryDirectory names another.'),
  CLAUDE_CODE_TOOL_MEMORY_LIMIT: { ...without('Commands may use as much memory as your account allows.'), unguarded: true },
};
