/** Text around a question that the host asks outside the page. */
export const words = {
  question: 'Gatehouse asks outside the page',
  notConfirmed: 'You didn’t confirm, so nothing was changed.',
} as const;
