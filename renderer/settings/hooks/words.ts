import type { HookEffect, HookRow, HookTrial } from '#shared/contract/commands/hook-commands.ts';
import type { SettingsDestination } from '#shared/contract/commands/settings-commands.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { HookType } from '#shared/settings/hook-settings.ts';

const types: Readonly<Record<HookType, string>> = {
  command: 'Command',
  http: 'HTTP',
  mcp_tool: 'MCP tool',
  prompt: 'Prompt',
  agent: 'Agent',
};

export const SOURCE_NAMES: Readonly<Record<RuleSource, string>> = {
  policy: 'administrator',
  cli: 'command line',
  local: 'your settings for this project',
  project: 'this project’s shared settings',
  user: 'your settings for all projects',
  plugin: 'a plugin',
  session: 'session',
};

export const DESTINATION_NAMES: Readonly<Record<SettingsDestination, string>> = {
  user: 'All my projects',
  local: 'This project, only me',
  project: 'This project, everyone',
};

export const STATE_WORDS: Readonly<Record<Exclude<HookRow['state'], 'active'>, string>> = {
  untrusted: 'off: folder not trusted',
  disabled: 'off: hooks are disabled',
  managed_only: 'off: only managed hooks run',
  unknown_event: 'never runs: unknown event',
  unknown_type: 'never runs: unknown type',
};

export const OUTCOMES: Readonly<Record<HookTrial['outcome'], string>> = {
  ok: 'ran',
  blocked: 'blocked',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'stopped',
};

export const EFFECTS: Readonly<Record<HookEffect['type'], string>> = {
  none: 'None: work would continue unchanged',
  error: 'An error would be shown, and work would continue',
  stop: 'The turn would end',
  deny: 'The call would be denied',
  ask: 'You would be asked',
  defer: 'Without a window the call would be deferred; otherwise you would be asked',
  allow: 'The call would not ask; deny and ask rules still apply',
  answer_allow: 'The request would be allowed for you',
  answer_deny: 'The request would be denied for you',
  input: 'The call would get a different input',
  output: 'The model would get a different output',
  context: 'The model would also get',
  tell: 'The model would get the hook’s reason',
  message: 'You would see',
  retry: 'The model would be allowed to try again',
};

/** Text of the hook editor. */
export const words = {
  title: 'Hooks',
  list: (event: string) => `Hooks at ${event}`,
  none: 'No settings file or plugin has hooks.',
  ofPlugin: (id: string) => `plugin ${id}`,
  notRead: 'The hooks could not be read',
  add: 'Add a hook…',
  edit: 'Edit…',
  editOf: (name: string) => `Edit the hook ${name}`,
  remove: 'Remove…',
  removeOf: (name: string) => `Remove the hook ${name}`,
  tryIt: 'Try on a call…',
  tryOf: (name: string) => `Try the hook ${name} on a call`,
  any: 'any',
  condition: (rule: string) => `if ${rule}`,
  types,
  newHook: 'New hook',
  changeHook: 'Edit hook',
  removeHook: 'Remove hook',
  event: 'Event',
  matcher: 'Matcher',
  matcherHint: 'Empty for all; names separated by |, or a regular expression',
  type: 'Type',
  command: 'Command',
  url: 'URL',
  server: 'MCP server',
  tool: 'Tool',
  prompt: 'Prompt',
  promptHint: '$ARGUMENTS stands for the event',
  if: 'Only for calls that match this rule',
  ifHint: 'Optional; for example Bash(git push *)',
  timeout: 'Time limit in seconds',
  statusMessage: 'Message while it runs',
  failClosed: 'Block when the hook fails',
  others: 'Other fields, as JSON',
  notJson: 'This isn’t a JSON object.',
  notNumber: 'Enter a number above 0.',
  missing: 'Required.',
  savedIn: 'Saved in',
  changes: 'What changes in the file',
  noChange: 'Nothing changes.',
  cancel: 'Cancel',
  save: 'Save',
  removeIt: 'Remove',
  saved: (file: string) => `Saved ${file}`,
  notSaved: 'The hook was not saved',
  changedMeanwhile: 'The file was changed meanwhile. Review the changes again.',
  undo: 'Undo',
  notUndone: 'The change could not be undone',
  tryTitle: 'Try on a call',
  tryDetail: 'Runs the hook with the JSON of an earlier call. Its output doesn’t affect the session, and nothing is logged.',
  call: 'Call',
  noCalls: 'This session has no calls yet.',
  noSession: 'Open a session with calls first.',
  run: 'Run the hook',
  running: 'The hook is running',
  notRun: 'The hook was not run',
  notCovered: 'In the session the hook would not run for this call: its matcher or condition doesn’t match.',
  result: 'Result',
  exitCode: (code: number) => `exit code ${code}`,
  status: (code: number) => `status ${code}`,
  effect: 'Effect it would have had',
  stdout: 'Standard output',
  answer: 'Response',
  stderr: 'Standard error',
  input: 'What the hook read',
} as const;
