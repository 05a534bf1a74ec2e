import type { CommandOutput } from '#shared/contract/commands.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { HookRunRecord } from '#shared/session/hook-run.ts';
import type { Finding } from '#shared/session/tool-view.ts';
import type { InspectorSection } from '../store/inspector-section.ts';

/** Text of the inspector; states and sources have their own tables. */
export const words = {
  hooks: 'Hooks',
  output: 'Output',
  outputOfTheHook: (event: string) => `Output of the ${event} hook`,
  moreCharacters: 'more characters',
  showMore: 'Show more',
  allRules: 'All rules about this call, as they are now',
  loadingTheRules: 'Loading the rules',
  noRule: 'No rule applies to a call like this.',
  moreRules: (more: number) => `${more} more rules for this tool`,
  tryAgain: 'Try again',
  loadingTheResult: 'Loading the result',
  wholeResult: 'Whole result',
  pagesOfTheResult: 'Pages of the result',
  pageOf: (offset: string, end: string, total: string) => `${offset} – ${end} of ${total}`,
  copyThisPage: 'Copy this page',
  firstPage: 'First page',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  lastPage: 'Last page',
  steps: 'Steps',
  why: 'Why?',
  endedUndecided: 'The call ended before it was decided.',
  notDecidedYet: 'Not decided yet.',
  copyTheDecision: 'Copy the decision',
  layersInOrder: 'Decision of each layer, in order',
  effects: 'Effects:',
  makeRule: 'Make a rule from this',
  decidedIt: ', which decided the call',
  showInRuleList: 'Show it in the rule list',
  inspector: 'Inspector',
  call: 'Call',
  close: 'Close the inspector',
  loading: 'Loading the call',
  notRead: 'The call could not be loaded',
  sections: 'Sections of the inspector',
  ran: 'Ran',
  queued: 'Queued',
  waited: 'Waited for you',
  input: 'Input',
  copyInput: 'Copy the input',
  terminal: 'Terminal',
  change: 'Change',
  findings: 'Findings',
  nothingFound: 'The review found nothing.',
  errorAsRead: 'Error, as the model read it',
  resultAsRead: 'Result, as the model read it',
  asRead: 'What the model read',
  copyResult: 'Copy the result',
  result: 'Result',
  savedTo: 'Saved to',
  resultNumber: (index: number) => `Result ${index}`,
  calledBy: 'Called by the agent',
  agent: 'Agent',
  stopAgent: 'Stop this agent',
  loadingConversation: 'Loading the agent’s conversation',
  conversationNotRead: (why: string) => `Its conversation could not be loaded: ${why}`,
  conversation: 'Conversation of the agent',
  inTheLog: (count: string) => `${count} earlier, in the session’s log`,
  showEarlier: (count: string) => `Show earlier (${count})`,
  task: 'Task',
  you: 'You',
  message: 'Message',
  agentType: 'Type',
  model: 'Model',
  agentState: 'State',
  worked: 'Worked',
  noInput: 'No input',
  pdf: '(PDF file)',
  loaded: (tool: string) => `Loaded: ${tool}`,
  exitCode: (code: number) => `exit code ${code}`,
  status: (code: number) => `status ${code}`,
  fromPolicy: (file: string | undefined) => `set by your administrator${file === undefined ? '' : `, ${file}`}`,
  fromCommandLine: 'from the command line',
  ruleIn: (rule: string, where: string) => ` — ${rule} in ${where}`,
  effectsOf: (effects: string) => `Effects: ${effects}`,
} as const;

export const SECTION_WORDS: Readonly<Record<InspectorSection, string>> = {
  agent: 'Agent',
  result: 'Result',
  why: 'Why?',
  hooks: 'Hooks',
  input: 'Input',
  steps: 'Steps',
};

/** The outcome of a hook in a word or two. `ok`: it didn't block the call. */
export const HOOK_OUTCOME_WORDS: Readonly<Record<HookRunRecord['outcome'], string>> = {
  ok: 'ran',
  blocked: 'blocked',
  failed: 'failed',
  timed_out: 'timed out',
  cancelled: 'stopped',
  lost: 'lost',
};

export const STANDING_WORDS: Readonly<Record<CommandOutput<'call.rules'>['candidates'][number]['standing'], string>> = {
  decided: 'decides',
  lost: 'loses',
  no_match: 'no match',
  inert: 'no effect',
};

export const NOW_WORDS: Readonly<Record<Decision['behavior'], string>> = {
  allow: 'Today it would be allowed.',
  ask: 'Today it would ask.',
  deny: 'Today it would be denied.',
};

export const FINDING_WORDS: Readonly<Record<NonNullable<Finding['severity' | 'verdict' | 'outcome']>, string>> = {
  important: 'Important',
  pre_existing: 'Existed before',
  nit: 'Minor',
  CONFIRMED: 'Confirmed',
  PLAUSIBLE: 'Plausible',
  fixed: 'Fixed',
  skipped: 'Skipped',
  no_change_needed: 'No change needed',
};
