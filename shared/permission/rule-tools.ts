/** The kind of rule content each tool accepts. Tools not listed accept only bare rules and parameter rules. */
export const COMMAND_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Monitor']);

/** The two tools with path rules. `Read` also covers Grep, Glob and LSP; `Edit` covers Write and NotebookEdit. */
export const PATH_RULE_TOOLS: ReadonlySet<string> = new Set(['Read', 'Edit']);

/** Path rules for these tools are accepted but have no effect; the value is the tool to use instead. */
export const INERT_PATH_RULE_TOOLS: ReadonlyMap<string, string> = new Map([
  ['Write', 'Edit'],
  ['NotebookEdit', 'Edit'],
  ['MultiEdit', 'Edit'],
  ['Glob', 'Read'],
  ['Grep', 'Read'],
  ['LSP', 'Read'],
]);

export const TARGET_RULE_TOOLS: ReadonlySet<string> = new Set(['Agent', 'Skill']);

const ALIASES: ReadonlyMap<string, string> = new Map([['Task', 'Agent']]);

/** The name rules and decisions use. */
export function canonicalToolName(name: string): string {
  return ALIASES.get(name) ?? name;
}

/** Fields that parameter rules may not use, because another form of rule covers them. */
export const PRIMARY_FIELDS: ReadonlySet<string> = new Set(['command', 'file_path', 'path', 'notebook_path', 'url']);

/** Input fields of the shell tools; only these make `Bash(name:value)` a parameter rule. */
export const COMMAND_TOOL_FIELDS: ReadonlySet<string> = new Set([
  'timeout',
  'description',
  'run_in_background',
  'dangerouslyDisableSandbox',
]);
