const number = (count: number): string => count.toLocaleString('en-US');

/** Text of the search in the conversation. */
export const words = {
  findInConversation: 'Find in the conversation',
  find: 'Find',
  previous: 'Previous',
  next: 'Next',
  close: 'Close the search',
  noResults: 'No results',
  resultOf: (index: number, count: number, isCut: boolean) => `${number(index)} of ${number(count)}${isCut ? '+' : ''}`,
} as const;
