/** Text of the buttons about usage and budget, which the first script contains. */
export const words = {
  title: 'Usage and cost',
  resume: 'Continue',
  changeModel: 'Change model',
  otherAmount: 'Other amount',
  removeAndResume: 'Remove the limit and continue',
  raiseAndResume: (limit: string) => `Raise to ${limit} and continue`,
  now: (tokens: string, cost: string) => `Usage and cost: ${tokens}${cost === '' ? '' : `, ${cost}`}`,
  tokens: (count: string) => `${count} tokens`,
  costOf: (cost: string, limit: string) => `${cost} of ${limit}`,
} as const;
