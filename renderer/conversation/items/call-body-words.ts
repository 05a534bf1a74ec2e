const lines = (count: number, which: string): string => `${count.toLocaleString('en-US')} ${which} ${count === 1 ? 'line' : 'lines'}`;

/** Text of the result of a call in the conversation. */
export const words = {
  tryAgain: 'Try again',
  loadingResult: 'Loading the result',
  showDetails: 'Show details',
  noOutput: 'No output',
  laterLines: (count: number) => `${lines(count, 'later')}, in the details`,
  earlierLines: (count: number) => `${lines(count, 'earlier')}, in the details`,
  outputOf: 'Output',
} as const;
