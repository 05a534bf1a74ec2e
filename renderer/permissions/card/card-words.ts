/** Text that only cards show: it is loaded with them. */
export const cardWords = {
  noRuleAllowsThese: 'No rule allows these edits.',
  writesFiles: (count: number) => `writes ${count} files, listed below`,
  askedAgain: 'Asked again',
} as const;
