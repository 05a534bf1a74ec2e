import type { Decision, DecisionLayer, DecisionReason, TraceEntry } from '#shared/permission/decision.ts';
import { MODE_NAMES } from '#shared/permission/mode-names.ts';
import type { CommandTaskOutcome } from '#shared/session/task-outcomes.ts';
import type { CallRow } from '#shared/session/view.ts';

/** Text about decisions; states and sources have their own tables. */
export const words = {
  runsInBackground: 'Running in the background',
  /** How a command ended that its call had left in the background. */
  endedInBackground: (state: CommandTaskOutcome) => `${state === 'completed' ? 'ended' : state} in the background`,
  layersInOrder: 'Decision of each layer, in order',
  decidedIt: ', which decided the call',
  asks: 'Asks',
  asked: 'Asked',
  allowed: 'Allowed',
  denied: 'Denied',
  notAllowed: 'Not allowed by any rule',
  byYou: (verb: string) => `${verb} by you, in the permission queue.`,
  byNewRule: (verb: string, message: string) => `${verb} by a rule added while it waited. ${message}`,
  byRule: (verb: string, rule: string) => `${verb} by the rule ${rule}.`,
  byRuleOf: (verb: string, rule: string, subject: string) => `${verb} by the rule ${rule} because of ${subject}.`,
  byPossibleRule: (verb: string, rule: string, subject: string) =>
    `${verb} by the rule ${rule}, which may match “${subject}” when it runs.`,
  ruleMatches: (rule: string, subject: string) => `The rule ${rule} matches “${subject}”.`,
  ruleMayMatch: (rule: string, subject: string) => `The rule ${rule} may match “${subject}” when it runs.`,
} as const;

/** Who gave a call another input than the model. */
export const CHANGED_WORDS: Readonly<Record<NonNullable<CallRow['changedBy']>, string>> = {
  person: 'edited by you',
  hook: 'changed by a hook',
  tool: 'changed by the tool',
};

export const PLAIN_REASONS: Readonly<Partial<Record<DecisionReason, string>>> = {
  notUnderstood: 'Gatehouse can’t fully analyse this line.',
  outsideWorkingDirectory: 'It uses files outside the working directories.',
  internalError: 'An error occurred while this was checked.',
};

/** About what waits for an answer. */
export const askWords = {
  noRuleAllows: 'No rule allows it.',
  onlyExactRule: 'No rule allows it; only an exact rule can.',
  exactRuleOrMode: `No rule allows it; only an exact rule can, or the mode “${MODE_NAMES.acceptEdits}”.`,
  /** As the gate gives them as reasons. */
  finalReason: 'It can’t be undone, so only an exact rule allows it.',
  final: 'It can’t be undone.',
} as const;

export const LAYER_WORDS: Readonly<Record<DecisionLayer, string>> = {
  input: 'Input',
  hook: 'Hooks',
  deny: 'Deny rules',
  ask: 'Ask rules',
  tool: 'The tool itself',
  safety: 'Protected paths',
  mode: 'Mode',
  allow: 'Allow rules',
  classifier: 'Classifier',
  dialog: 'Your answer',
};

/** “Deny rules, ask rules, protected paths”. */
export function layersInALine(layers: readonly DecisionLayer[]): string {
  const names = layers.map((layer) => LAYER_WORDS[layer]).join(', ');
  return `${names.charAt(0)}${names.slice(1).toLowerCase()}`;
}

export const OUTCOME_WORDS: Readonly<Record<TraceEntry['outcome'], string>> = {
  allow: 'allowed',
  ask: 'asked',
  deny: 'denied',
  pass: 'not decided here',
};

/** What a layer did, after its name. */
export function outcomeWord({ layer, outcome }: Pick<TraceEntry, 'layer' | 'outcome'>): string {
  return layer === 'dialog' && outcome === 'ask' ? 'needed' : OUTCOME_WORDS[outcome];
}

export const ALLOWED_WORDS: { readonly [R in Decision['reason']]?: string } = {
  rule: 'Allowed by a rule',
  mode: 'Allowed by the mode',
  user: 'Allowed by you',
  hook: 'Allowed by a hook',
  classifier: 'Allowed by the classifier',
  dispatcher: 'Allowed by the coordinator',
  readOnly: 'Only reads',
  workingDirectory: 'Inside the working directories',
  preapproved: 'Needs no approval',
  toolCheck: 'Needs no approval',
};

export const DENIED_WORDS: { readonly [R in Decision['reason']]?: string } = {
  rule: 'Denied by a rule',
  mode: 'Denied by the mode',
  user: 'Denied by you',
  hook: 'Denied by a hook',
  classifier: 'Denied by the classifier',
  dispatcher: 'Denied by the coordinator',
  toolCheck: 'Denied by the tool’s own check',
  cancelled: 'Cancelled',
  unknownTool: 'Unknown tool',
  invalidInput: 'Invalid input',
  internalError: 'Failed to decide',
};
