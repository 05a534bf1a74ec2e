/** Text of the offer of a learned rule. */
export const learnedWords = {
  learned: 'Rule learned from your answers',
  youAllowedThis: (count: number) => `You allowed calls like this ${count.toLocaleString('en')} times. Make it a rule?`,
  wouldHaveAllowed: ({ checked, newlyAllowed }: { readonly checked: number; readonly newlyAllowed: number }) =>
    `It would have allowed ${newlyAllowed.toLocaleString('en')} of the last ${checked.toLocaleString('en')} calls without asking, and changed no other.`,
  makeItARule: 'Make it a rule',
  dontSuggestAgain: 'Don’t suggest this again',
} as const;
