/** How the engine treats a tool. Tools not listed here are decided by rules alone. */
export type PermissionKind = 'shell' | 'read' | 'search' | 'edit' | 'web' | 'mcp' | 'free' | 'person' | 'other';

const KINDS: ReadonlyMap<string, PermissionKind> = new Map<string, PermissionKind>([
  ['Bash', 'shell'],
  ['Monitor', 'shell'],
  ['PowerShell', 'shell'],
  ['Read', 'read'],
  ['LSP', 'read'],
  ['Grep', 'search'],
  ['Glob', 'search'],
  ['Write', 'edit'],
  ['Edit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['WebFetch', 'web'],
  // Tools that only affect the session's own state or whose effects are decided separately.
  ...[
    'Agent',
    'CronCreate',
    'CronDelete',
    'CronList',
    'EnterPlanMode',
    'ExitWorktree',
    'ListMcpResources',
    'ListMcpResourcesTool',
    'ReadMcpResource',
    'ReadMcpResourceTool',
    'PushNotification',
    'ReportFindings',
    'ScheduleWakeup',
    'SendMessage',
    'Sleep',
    'TaskCreate',
    'TaskGet',
    'TaskList',
    'TaskOutput',
    'TaskStop',
    'TaskUpdate',
    'TeamCreate',
    'TeamDelete',
    'TodoWrite',
    'ToolSearch',
  ].map((name) => [name, 'free'] as const),
  ['AskUserQuestion', 'person'],
  ['ExitPlanMode', 'person'],
]);

export function toolKind(name: string): PermissionKind {
  return name.startsWith('mcp__') ? 'mcp' : (KINDS.get(name) ?? 'other');
}

/** The tool whose command rules apply: Monitor runs commands under Bash rules. */
export function commandRuleTool(toolName: string): string {
  return toolName === 'Monitor' ? 'Bash' : toolName;
}

/** The input field that holds a file tool's path. */
export function pathField(toolName: string): string {
  if (toolName === 'NotebookEdit') return 'notebook_path';
  return toolName === 'Grep' || toolName === 'Glob' ? 'path' : 'file_path';
}
