/** How the permission engine treats a tool. `other`: rules alone decide. */
export type PermissionKind = 'shell' | 'read' | 'search' | 'edit' | 'web' | 'mcp' | 'free' | 'person' | 'other';

/** What a rule for a tool may have between its brackets, besides `field:value`. */
type RuleForm = 'command' | 'path' | 'domain' | 'target';

/** All that is decided by a tool's name. */
export interface ToolRow {
  readonly kind: PermissionKind;
  /** Gatehouse has it. The others are tools that models and rules know by name only. */
  readonly built?: true;
  /** Older names, which rules may also use. */
  readonly aliases?: readonly string[];
  readonly ruleForm?: RuleForm;
  /** The tool whose rules decide its commands, paths or hosts. Without a `ruleForm`, rules of its own with such content have no effect. */
  readonly rulesOf?: 'Bash' | 'Read' | 'Edit' | 'WebFetch';
  /** The input field with its command, path or address. Parameter rules can't use such a field. */
  readonly primaryField?: string;
  /** Which agents may have it: only the main agent, or also those in the background. Default: all but those in the background. */
  readonly agents?: 'main' | 'background';
  /** Plan mode leaves its calls to the rules instead of asking. */
  readonly inPlanMode?: 'rules';
  /** Contacts servers, whatever its input. */
  readonly network?: true;
  /** Scripts of REPL can call it. Where there is REPL, the model has it only there. */
  readonly inScripts?: true;
  /** Part of simple mode (SPEC R2). */
  readonly simple?: true;
  /** A failed run cancels the other calls of its response (SPEC E4). */
  readonly abortsSiblings?: true;
  /** In auto mode, the classifier starts while hooks still run (SPEC P). */
  readonly classifiesEarly?: true;
  /** Asks an MCP server what it offers: deny and ask rules for all tools of that server also cover it. */
  readonly readsMcpResources?: true;
}

/** A row for every tool that is built in or that rules can name, A–Z. MCP tools have none. */
const TOOL_TABLE = {
  Agent: { kind: 'free', built: true, aliases: ['Task'], ruleForm: 'target' },
  AskUserQuestion: { kind: 'person', built: true, agents: 'main' },
  Bash: {
    kind: 'shell',
    built: true,
    inScripts: true,
    ruleForm: 'command',
    primaryField: 'command',
    agents: 'background',
    simple: true,
    abortsSiblings: true,
    classifiesEarly: true,
  },
  Config: { kind: 'other', built: true, agents: 'main' },
  CronCreate: { kind: 'free', built: true, agents: 'main' },
  CronDelete: { kind: 'free', built: true, agents: 'main' },
  CronList: { kind: 'free', built: true, agents: 'main' },
  Edit: { kind: 'edit', built: true, inScripts: true, ruleForm: 'path', primaryField: 'file_path', agents: 'background', simple: true },
  EnterPlanMode: { kind: 'free', built: true, agents: 'main' },
  EnterWorktree: { kind: 'other', built: true, agents: 'main' },
  ExitPlanMode: { kind: 'person', built: true, agents: 'main' },
  ExitWorktree: { kind: 'free', built: true, agents: 'main' },
  Glob: { kind: 'search', built: true, inScripts: true, rulesOf: 'Read', primaryField: 'path', agents: 'background' },
  Grep: { kind: 'search', built: true, inScripts: true, rulesOf: 'Read', primaryField: 'path', agents: 'background' },
  ListMcpResources: { kind: 'free', readsMcpResources: true },
  ListMcpResourcesTool: { kind: 'free', built: true, readsMcpResources: true },
  LSP: { kind: 'read', built: true, inScripts: true, rulesOf: 'Read', primaryField: 'filePath' },
  Monitor: { kind: 'shell', built: true, ruleForm: 'command', rulesOf: 'Bash', primaryField: 'command', agents: 'background' },
  MultiEdit: { kind: 'other', rulesOf: 'Edit' },
  NotebookEdit: { kind: 'edit', built: true, inScripts: true, rulesOf: 'Edit', primaryField: 'notebook_path', agents: 'background' },
  PowerShell: {
    kind: 'shell',
    built: true,
    inScripts: true,
    ruleForm: 'command',
    primaryField: 'command',
    agents: 'background',
    abortsSiblings: true,
  },
  PushNotification: { kind: 'free', built: true, agents: 'main' },
  Read: { kind: 'read', built: true, inScripts: true, ruleForm: 'path', primaryField: 'file_path', agents: 'background', simple: true },
  ReadMcpResource: { kind: 'free', readsMcpResources: true },
  ReadMcpResourceDir: { kind: 'free', built: true, readsMcpResources: true },
  ReadMcpResourceTool: { kind: 'free', built: true, readsMcpResources: true },
  RefreshMcpTools: { kind: 'free', built: true, readsMcpResources: true },
  RemoteTrigger: { kind: 'free', built: true, agents: 'main' },
  REPL: { kind: 'free', built: true, agents: 'main' },
  ReportFindings: { kind: 'free', built: true, agents: 'background' },
  ScheduleWakeup: { kind: 'free', built: true, agents: 'main' },
  SendMessage: { kind: 'free', built: true, agents: 'background' },
  Skill: { kind: 'other', built: true, ruleForm: 'target', agents: 'background', inPlanMode: 'rules' },
  Sleep: { kind: 'free', built: true, agents: 'main' },
  StructuredOutput: { kind: 'free', agents: 'background' },
  TaskCreate: { kind: 'free', built: true, agents: 'background' },
  TaskGet: { kind: 'free', built: true, agents: 'background' },
  TaskList: { kind: 'free', built: true, agents: 'background' },
  TaskOutput: { kind: 'free', built: true, agents: 'main' },
  TaskStop: { kind: 'free', built: true, agents: 'background' },
  TaskUpdate: { kind: 'free', built: true, agents: 'background' },
  TeamCreate: { kind: 'free', built: true, agents: 'main' },
  TeamDelete: { kind: 'free', built: true, agents: 'main' },
  TodoWrite: { kind: 'free', built: true, agents: 'background' },
  ToolSearch: { kind: 'free', built: true, agents: 'background' },
  WaitForMcpServers: { kind: 'free', built: true, agents: 'main' },
  WebBrowser: { kind: 'web', built: true, rulesOf: 'WebFetch', primaryField: 'url', agents: 'main' },
  WebFetch: { kind: 'web', built: true, inScripts: true, ruleForm: 'domain', primaryField: 'url', agents: 'background' },
  WebSearch: { kind: 'other', built: true, inScripts: true, agents: 'background', inPlanMode: 'rules', network: true },
  Workflow: { kind: 'other', built: true, ruleForm: 'target', agents: 'main', inPlanMode: 'rules' },
  Write: { kind: 'edit', built: true, inScripts: true, rulesOf: 'Edit', primaryField: 'file_path', agents: 'background' },
} as const satisfies Readonly<Record<string, ToolRow>>;

export type ToolName = keyof typeof TOOL_TABLE;

const ROWS: ReadonlyMap<string, ToolRow> = new Map(Object.entries(TOOL_TABLE));
const ALIASES: ReadonlyMap<string, string> = new Map(
  [...ROWS].flatMap(([name, { aliases = [] }]) => aliases.map((alias) => [alias, name] as const)),
);

export const TOOL_NAMES: readonly string[] = [...ROWS.keys()];

/** The tool that runs scripts. */
export const REPL = 'REPL';

/** The tool by which an agent gives a value of a certain form. */
export const STRUCTURED_OUTPUT = 'StructuredOutput';

/** The tools that scripts of REPL can call. */
export const SCRIPT_TOOL_NAMES: readonly string[] = TOOL_NAMES.filter((name) => ROWS.get(name)?.inScripts);

/** Fields that parameter rules may not use, because another form of rule covers them. */
export const PRIMARY_FIELDS: ReadonlySet<string> = new Set([...ROWS.values()].flatMap(({ primaryField }) => primaryField ?? []));

/** `undefined` for MCP tools and unknown names. */
export function toolRow(name: string): ToolRow | undefined {
  return ROWS.get(name);
}

export function toolKind(name: string): PermissionKind {
  return name.startsWith('mcp__') ? 'mcp' : (ROWS.get(name)?.kind ?? 'other');
}

/** The name rules and decisions use. */
export function canonicalToolName(name: string): string {
  return ALIASES.get(name) ?? name;
}

/** The tool whose command rules apply: Monitor runs commands under Bash rules. */
export function commandRuleTool(toolName: string): string {
  return ROWS.get(toolName)?.rulesOf === 'Bash' ? 'Bash' : toolName;
}

/**
 * The tool whose deny and ask rules also apply without brackets: whoever forbids all commands or all pages means those of Monitor and WebBrowser
 * too. The file tools keep their own names, as in Claude Code.
 */
export function wholeRuleTool(toolName: string): string {
  return ROWS.get(toolName)?.rulesOf === 'WebFetch' ? 'WebFetch' : commandRuleTool(toolName);
}
