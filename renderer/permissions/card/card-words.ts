/** Text that only cards show: it is loaded with them. */
export const cardWords = {
  noRuleAllowsThese: 'No rule allows these edits.',
  noRuleAllowsCommands: 'No rule allows these commands.',
  writesFiles: (count: number) => `writes ${count} files, listed below`,
  allowOnly: 'Allow only this',
  denyOnly: 'Deny only this',
  of: (action: string, file: string) => `${action}: ${file}`,
  unseenLine: 'A line that can’t be checked completely',
  unseenBefore: 'Always allow isn’t offered: Gatehouse can’t check all of this line against',
  unseenAfter: '.',
  unseenBySetting: 'Always allow isn’t offered: Gatehouse can’t check all of this line against the setting that blocks what lies outside.',
  thisSessionUnseen: 'Allow this line for the session',
  reviewFolder: 'Review folder…',
  unseenHint: 'Allow exactly this line in this folder until the session ends, whatever it does. Deny rules that match it still deny it.',
  askedAgain: 'Asked again',
} as const;
