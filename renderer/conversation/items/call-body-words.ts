const lines = (count: number, which: string): string => `${count.toLocaleString('en-US')} ${which} ${count === 1 ? 'line' : 'lines'}`;

/** Text of the result of a call in the conversation. */
export const words = {
  tryAgain: 'Try again',
  loadingResult: 'Loading the result',
  showDetails: 'Show details',
  noOutput: 'No output',
  laterLines: (count: number) => `${lines(count, 'later')}, in the details`,
  earlierLines: (count: number) => `${lines(count, 'earlier')}, in the details`,
  linesAbove: (count: number) => `Show ${lines(count, 'earlier')}`,
  /** Lines between, or the rest of long ones. */
  showAllOutput: 'Show all of the output',
  /** Of an output that is so long that only its start and its end are here. */
  showMoreOutput: 'Show more of the output',
  showItsEnd: 'Show only its end',
  linesBetween: (count: number) => `… ${count.toLocaleString('en-US')} more ${count === 1 ? 'line' : 'lines'} …`,
  linesBelow: (count: number) => `… ${count.toLocaleString('en-US')} more ${count === 1 ? 'line' : 'lines'}`,
  outputOf: 'Output',
} as const;
