/** How the engine looks at a tool. Tools not named here are judged by rules alone. */
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
  // Tools that only touch the session's own state or whose effects pass the gate themselves.
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

/** Whose command rules a shell tool obeys: what Monitor runs, Bash runs. */
export function commandRuleTool(toolName: string): string {
  return toolName === 'Monitor' ? 'Bash' : toolName;
}

/** The input field that holds a file tool's path. */
export function pathField(toolName: string): string {
  if (toolName === 'NotebookEdit') return 'notebook_path';
  return toolName === 'Grep' || toolName === 'Glob' ? 'path' : 'file_path';
}
