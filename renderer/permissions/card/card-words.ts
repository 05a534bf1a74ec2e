/** Text that only cards show: it is loaded with them. */
export const cardWords = {
  noRuleAllowsThese: 'No rule allows these edits.',
  writesFiles: (count: number) => `writes ${count} files, listed below`,
  allowOnly: 'Allow only this',
  denyOnly: 'Deny only this',
  of: (action: string, file: string) => `${action}: ${file}`,
  unseenLine: 'A line that can’t be seen through',
  unseenBefore: 'No rule can allow this while',
  unseenAfter: 'is in force, since it can’t be checked against all that the line does.',
  unseenBySetting: 'No rule can allow this while a setting blocks what lies outside, since the line can’t be seen through.',
  thisSessionUnseen: 'This session, unseen',
  unseenHint: 'Allow exactly this line in this folder until the session ends, whatever it does. Deny rules that match it still deny it.',
  askedAgain: 'Asked again',
} as const;
