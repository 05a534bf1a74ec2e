import type { DecisionReason, NoRule, RuleRef } from '#shared/permission/decision.ts';

/** Text that only cards show: it is loaded with them. */
export const cardWords = {
  /** Beside “All edits”: what its mode lets run too. */
  besidesEdits:
    'also lets rm, mv and sed -i run in the working directories without asking, even on ignored files that no checkpoint covers',
  denyAndCancelHint: (others: number) =>
    `Deny, end the turn and cancel the ${others === 1 ? 'other request' : `${others} other requests`} of this response (D)`,
  sayWhyNotHint: 'Deny and tell the agent why; the turn continues (Shift+D)',
  commentHint: 'Allow once and tell the agent something (C)',
  editHint: 'Change the input first (E)',
  hunksHint: 'Allow only some of the changes (H)',
  holdHint: 'Hold the button, or the A key, to allow this',
  alwaysHint: 'Choose a rule that allows this from now on (Shift+A)',
  noRuleHint: 'No rule is suggested for this',
  addFolderHint: 'Allow this and make its folder a working directory (Shift+A)',
  noRuleCovers: 'No rule is suggested for this.',
  onlyOwnRule: 'A rule for exactly this command, which you can write in Rules.',
  alreadyAllowed: 'Already allowed',
  notAllowedYet: 'Not allowed yet',
  sameReason: 'Same reason as the part above.',
  moreOfPart: (part: string) => ` … ${part} more characters, all above`,
  moreParts: (count: number) => `… and ${count} more, all above`,
  partsOfTheCommand: 'Parts of the command',
  /** As the gate says it. */
  onlyReads: 'It only reads.',
  partsOnlyRead: (count: number) => (count === 1 ? '1 part only reads' : `${count} parts only read`),
  partsCovered: (count: number) => (count === 1 ? '1 part is allowed already' : `${count} parts are allowed already`),
  keepHolding: 'Hold the button or the key until the button is full.',
  readOn: (seen: number, all: number) => `Read on: ${seen} of ${all} lines seen. Then answer.`,
  canBeRestored: 'A checkpoint covers this: “Restore…” can bring it back.',
  cantBeUndone: 'This can’t be undone.',
  mayBeFinal: 'It may not be possible to undo this.',
  nothingThere: 'Nothing is there now.',
  readToTheEnd: 'Read it to the end.',
  changeMadeByGatehouse: 'Gatehouse makes exactly this change instead of running sed. If the file changes first, nothing happens.',
  notAllLoaded: 'Not all of it could be loaded, so you can only deny it:',
  loadingAll: 'Loading the rest. You can answer once all of it is shown.',
  noRuleAllowsThese: 'No rule allows these edits.',
  noRuleAllowsCommands: 'No rule allows these commands.',
  theRule: (count: number) => (count === 1 ? 'the rule' : 'the rules'),
  theMode: 'the mode',
  theFolder: (count: number) => (count === 1 ? 'the working directory' : 'the working directories'),
  and: 'and',
  allowsNow: (count: number) => (count === 1 ? 'allows it now.' : 'allow it now.'),
  noLongerAsks: 'It no longer needs your approval.',
  /** Above the steps of a decision that would be another by now. */
  whenItAsked: 'When it asked:',
  finalWaits: 'Destructive requests still wait for your answer.',
  secretsWait: 'Requests that show secrets still wait for your answer.',
  allowOnly: 'Allow only this',
  denyOnly: 'Deny only this',
  denyOnlyHint: 'Deny this; the others keep waiting, and the turn continues',
  forTheFirst: 'For the first:',
  of: (action: string, file: string) => `${action}: ${file}`,
  askedElsewhere: 'Asked in another session:',
  unseenLine: 'A line that can’t be checked completely',
  unseenBefore: 'Always allow isn’t offered: Gatehouse can’t check all of this line against',
  unseenAfter: '.',
  unseenBySetting:
    'Always allow isn’t offered: Gatehouse can’t check all of this line against the setting that blocks files outside the working directories.',
  thisSessionUnseen: 'Allow this line for the session',
  reviewFolder: 'Review folder…',
  unseenHint: 'Allow exactly this line in this folder until the session ends, whatever it does. Deny rules that match it still deny it.',
  noAlwaysForFinal: 'Always allow isn’t offered: this can’t be undone, so it asks every time.',
  noAlwaysBecause: (why: string, exactHelps: boolean) =>
    `Always allow isn’t offered: ${why}.${exactHelps ? ' You can write a rule for exactly this command in Rules.' : ''}`,
  noAlwaysForDestructive: 'Always allow isn’t offered: this is destructive, so it asks every time.',
  noAlwaysButExactly: 'Always allow isn’t offered: this is destructive. You can write a rule for exactly this command in Rules.',
  noAlwaysButExact: 'Always allow isn’t offered: this can’t be undone. You can write a rule for exactly this command in Rules.',
  noAlwaysButRules: 'Always allow isn’t offered: no rule is suggested for this. You can write one in Rules.',
  noAlwaysForStar: 'Always allow isn’t offered: in a rule, its * would stand for any text.',
  noAlwaysForThis: 'Always allow isn’t offered: no rule is suggested for this.',
  askRuleBefore: 'Always allow isn’t offered: the ask rule',
  denyRuleBefore: 'Always allow isn’t offered: the deny rule',
  ruleAfter: 'comes before every allow rule.',
  mayReachBefore: 'Always allow isn’t offered: this may access what the deny rule',
  mayReachAfter: 'protects, so it asks each time.',
  nameFiles: 'A command that names its files can be allowed.',
  mayMatchBefore: 'Always allow isn’t offered: the deny rule',
  mayMatchAfter: 'may match this, so it asks each time.',
  ruleIsIn: (where: string) => `The rule is in ${where}.`,
  /** A rule besides the reason that is given. */
  ruleBefore: (behavior: RuleRef['behavior']) => `The ${behavior} rule`,
  ruleBesides: (behavior: RuleRef['behavior'], where: string) => `(${where}) ${behavior === 'deny' ? 'may apply too' : 'also matches'}.`,
  /** As the gate describes it, after the command. */
  final: ' can’t be undone',
  /** The end of reasons that the gate gives. */
  onlyExactly: ', so only an exact rule allows it.',
  askedAgain: 'Asked again',
  sameWasAllowed: 'You have allowed this same call, so it may have run meanwhile.',
  onlyRead: 'Requests that only read',
  backToRequests: 'Back',
} as const;

/** Why no rule is offered, after “Always allow isn’t offered: ”: by why it asks. */
export const NO_RULE_REASONS: Readonly<Partial<Record<DecisionReason, string>>> = {
  protectedPath: 'a change of a file that controls other programs asks every time',
  criticalPath: 'the removal of an essential file or folder asks every time',
  notUnderstood: 'Gatehouse can’t fully analyse this line',
  mode: 'in this mode it asks every time, whatever the rules say',
  userInteraction: 'this needs your answer every time',
};

/** The same, by why no rule is suggested. */
export const NO_RULE_WORDS: Readonly<Record<NoRule, string>> = {
  secrets: 'this may show secrets',
  otherUser: 'this runs with the rights of another user',
  hiddenTarget: 'which files this uses is known only when it runs',
  anyCode: 'this may run any code',
};
