import type { DecisionReason } from '#shared/permission/decision.ts';

/** What decided a call, where that is no rule, mode or person: in the window’s words. */
const WORDS: Readonly<Record<DecisionReason, string>> = {
  rule: 'by a rule',
  mode: 'by the mode',
  user: 'by you',
  hook: 'by a hook',
  classifier: 'by the classifier',
  dispatcher: 'by the coordinator',
  readOnly: 'only reads',
  workingDirectory: 'inside the working directories',
  preapproved: 'needs no approval',
  toolCheck: 'by the tool’s own check',
  userInteraction: 'always needs you',
  needsApproval: 'not allowed by any rule',
  notUnderstood: 'can’t be fully analysed',
  outsideWorkingDirectory: 'outside the working directories',
  blockedOutside: 'outside the working directories, which a setting blocks',
  protectedPath: 'a protected path',
  criticalPath: 'a critical path',
  promptsAvoided: 'nobody to ask',
  cancelled: 'cancelled',
  unknownTool: 'unknown tool',
  invalidInput: 'invalid input',
  internalError: 'an error while deciding',
};

/** Of a recorded reason, which may be of another version. */
export function reasonWords(reason: string): string {
  return new Map<string, string>(Object.entries(WORDS)).get(reason) ?? reason;
}
