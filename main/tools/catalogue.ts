import type { Tool } from '#main/tool/tool.ts';
import type { ToolName } from '#shared/tool-table.ts';
import { createAgentTool } from './agent/agent-tool.ts';
import { createAskUserQuestionTool } from './ask-user-question/ask-user-question-tool.ts';
import { createBashTool } from './bash/bash-tool.ts';
import { createEditTool } from './edit/edit-tool.ts';
import { createEnterPlanModeTool } from './enter-plan-mode/enter-plan-mode-tool.ts';
import { createExitPlanModeTool } from './exit-plan-mode/exit-plan-mode-tool.ts';
import { createGlobTool } from './glob/glob-tool.ts';
import { createGrepTool } from './grep/grep-tool.ts';
import { createReadTool } from './read/read-tool.ts';
import { createSendMessageTool } from './send-message/send-message-tool.ts';
import { createTaskOutputTool } from './task-output/task-output-tool.ts';
import { createTaskStopTool } from './task-stop/task-stop-tool.ts';
import { createTodoWriteTool } from './todo-write/todo-write-tool.ts';
import type { ToolDeps } from './tool-deps.ts';
import { createToolSearchTool } from './tool-search/tool-search-tool.ts';
import { createWriteTool } from './write/write-tool.ts';

/** Has a row in the table of tools. */
type BuiltInTool = Tool & { readonly name: ToolName };

/** Every built-in tool (SPEC R1), A–Z, made for one session. */
export function getAllTools(deps: ToolDeps): readonly BuiltInTool[] {
  return [
    createAgentTool(deps),
    createAskUserQuestionTool(deps),
    createBashTool(deps),
    createEditTool(deps),
    createEnterPlanModeTool(deps),
    createExitPlanModeTool(deps),
    createGlobTool(deps),
    createGrepTool(deps),
    createReadTool(deps),
    createSendMessageTool(),
    createTaskOutputTool(deps),
    createTaskStopTool(),
    createTodoWriteTool(),
    createToolSearchTool(),
    createWriteTool(deps),
  ];
}
