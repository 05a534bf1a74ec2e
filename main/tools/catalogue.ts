import type { Tool } from '#main/tool/tool.ts';
import type { ToolName } from '#shared/tool-table.ts';
import { createAgentTool } from './agent/agent-tool.ts';
import { createAskUserQuestionTool } from './ask-user-question/ask-user-question-tool.ts';
import { createBashTool } from './bash/bash-tool.ts';
import { createConfigTool } from './config/config-tool.ts';
import { createCronCreateTool } from './schedules/cron-create-tool.ts';
import { createCronDeleteTool } from './schedules/cron-delete-tool.ts';
import { createCronListTool } from './schedules/cron-list-tool.ts';
import { createScheduleWakeupTool } from './schedules/schedule-wakeup-tool.ts';
import { createEditTool } from './edit/edit-tool.ts';
import { createEnterPlanModeTool } from './enter-plan-mode/enter-plan-mode-tool.ts';
import { createEnterWorktreeTool } from './enter-worktree/enter-worktree-tool.ts';
import { createExitPlanModeTool } from './exit-plan-mode/exit-plan-mode-tool.ts';
import { createExitWorktreeTool } from './exit-worktree/exit-worktree-tool.ts';
import { createGlobTool } from './glob/glob-tool.ts';
import { createGrepTool } from './grep/grep-tool.ts';
import { createLspTool } from './lsp/lsp-tool.ts';
import { createMonitorTool } from './monitor/monitor-tool.ts';
import { createNotebookEditTool } from './notebook-edit/notebook-edit-tool.ts';
import { createPowerShellTool } from './powershell/powershell-tool.ts';
import { createPushNotificationTool } from './push-notification/push-notification-tool.ts';
import { createReadTool } from './read/read-tool.ts';
import { createRemoteTriggerTool } from './remote-trigger/remote-trigger-tool.ts';
import { createReplTool } from './repl/repl-tool.ts';
import { createReportFindingsTool } from './report-findings/report-findings-tool.ts';
import { createSendMessageTool } from './send-message/send-message-tool.ts';
import { createSkillTool } from './skill/skill-tool.ts';
import { createSleepTool } from './sleep/sleep-tool.ts';
import { createTaskCreateTool } from './task-create/task-create-tool.ts';
import { createTaskGetTool } from './task-get/task-get-tool.ts';
import { createTaskListTool } from './task-list/task-list-tool.ts';
import { createTaskOutputTool } from './task-output/task-output-tool.ts';
import { createTaskStopTool } from './task-stop/task-stop-tool.ts';
import { createTaskUpdateTool } from './task-update/task-update-tool.ts';
import { createTeamCreateTool } from './team-create/team-create-tool.ts';
import { createTeamDeleteTool } from './team-delete/team-delete-tool.ts';
import { createTodoWriteTool } from './todo-write/todo-write-tool.ts';
import type { ToolDeps } from './tool-deps.ts';
import { createToolSearchTool } from './tool-search/tool-search-tool.ts';
import { createWebBrowserTool } from './web-browser/web-browser-tool.ts';
import { createWebFetchTool } from './web-fetch/web-fetch-tool.ts';
import { createWebSearchTool } from './web-search/web-search-tool.ts';
import { createWorkflowTool } from './workflow/workflow-tool.ts';
import { createWriteTool } from './write/write-tool.ts';

/** A tool with a row in the table of tools. */
type BuiltInTool = Tool & { readonly name: ToolName };

/** All built-in tools (SPEC R1), A–Z, created for one session. */
export function getAllTools(deps: ToolDeps): readonly BuiltInTool[] {
  return [
    createAgentTool(deps),
    createAskUserQuestionTool(deps),
    createBashTool(deps),
    createConfigTool(),
    createCronCreateTool(deps),
    createCronDeleteTool(deps),
    createCronListTool(deps),
    createEditTool(deps),
    createEnterPlanModeTool(deps),
    createEnterWorktreeTool(),
    createExitPlanModeTool(deps),
    createExitWorktreeTool(),
    createGlobTool(deps),
    createGrepTool(deps),
    createLspTool(deps),
    createMonitorTool(deps),
    createNotebookEditTool(deps),
    createPowerShellTool(deps),
    createPushNotificationTool(deps),
    createReadTool(deps),
    createRemoteTriggerTool(deps),
    createReplTool(deps),
    createReportFindingsTool(),
    createScheduleWakeupTool(deps),
    createSendMessageTool(),
    createSkillTool(deps),
    createSleepTool(deps),
    createTaskCreateTool(deps),
    createTaskGetTool(deps),
    createTaskListTool(deps),
    createTaskOutputTool(deps),
    createTaskStopTool(),
    createTaskUpdateTool(deps),
    createTeamCreateTool(deps),
    createTeamDeleteTool(deps),
    createTodoWriteTool(deps),
    createToolSearchTool(),
    createWebBrowserTool(deps),
    createWebFetchTool(),
    createWebSearchTool(deps),
    createWorkflowTool(deps),
    createWriteTool(deps),
  ];
}
