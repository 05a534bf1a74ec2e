import type { RuleRef } from '#shared/permission/decision.ts';

/** Text that only cards show: it is loaded with them. */
export const cardWords = {
  noRuleAllowsThese: 'No rule allows these edits.',
  noRuleAllowsCommands: 'No rule allows these commands.',
  allowedByRules: (count: number) => (count === 1 ? 'The rule' : 'The rules'),
  allowNow: (count: number) => (count === 1 ? 'allows it now.' : 'allow it now.'),
  /** Above the steps of a decision that would be another by now. */
  whenItAsked: 'When it asked:',
  allowedByMode: 'The mode or a folder allows it now.',
  finalWaits: 'Requests that can’t be undone still wait for your answer.',
  secretsWait: 'Requests that show secrets still wait for your answer.',
  allowOnly: 'Allow only this',
  denyOnly: 'Deny only this',
  /** The agent reads it: without words, a denial would end the turn, and the others with it. */
  notThisOne: 'Don’t do this one. The others are answered separately.',
  denyOnlyHint: 'Deny this; the others keep waiting, and the turn continues',
  forTheFirst: 'For the first:',
  of: (action: string, file: string) => `${action}: ${file}`,
  unseenLine: 'A line that can’t be checked completely',
  unseenBefore: 'Always allow isn’t offered: Gatehouse can’t check all of this line against',
  unseenAfter: '.',
  unseenBySetting:
    'Always allow isn’t offered: Gatehouse can’t check all of this line against the setting that blocks files outside the working directories.',
  thisSessionUnseen: 'Allow this line for the session',
  reviewFolder: 'Review folder…',
  unseenHint: 'Allow exactly this line in this folder until the session ends, whatever it does. Deny rules that match it still deny it.',
  noAlwaysForFinal: 'Always allow isn’t offered: this can’t be undone, so it asks every time.',
  noAlwaysButExact: 'Always allow isn’t offered: this can’t be undone. You can write a rule for exactly this command in Rules.',
  noAlwaysButRules: 'Always allow isn’t offered: no rule is suggested for this. You can write one in Rules.',
  noAlwaysForStar: 'Always allow isn’t offered: in a rule, its * would stand for any text.',
  noAlwaysForThis: 'Always allow isn’t offered: no rule is suggested for this.',
  askRuleBefore: 'Always allow isn’t offered: the ask rule',
  denyRuleBefore: 'Always allow isn’t offered: the deny rule',
  ruleAfter: 'comes before every allow rule.',
  mayReachBefore: 'Always allow isn’t offered: this may reach what the deny rule',
  mayReachAfter: 'keeps away, so it asks each time.',
  nameFiles: 'A command that names its files can be allowed.',
  mayMatchBefore: 'Always allow isn’t offered: this may be what the deny rule',
  mayMatchAfter: 'is about, so it asks each time.',
  ruleIsIn: (where: string) => `It is in ${where}.`,
  /** A rule besides the reason that is given. */
  ruleBefore: (behavior: RuleRef['behavior']) => `Besides, the ${behavior} rule`,
  ruleBesides: (behavior: RuleRef['behavior'], where: string) => `in ${where} ${behavior === 'deny' ? 'may apply' : 'asks for it'}.`,
  /** As the gate describes it, after the command. */
  final: ' can’t be undone',
  /** The end of reasons that the gate gives. */
  onlyExactly: ', so only an exact rule allows it.',
  askedAgain: 'Asked again',
} as const;
