/** Text of the shared components; states and sources have their own tables. */
export const words = {
  close: 'Close',
  outOfReach: 'Gatehouse can’t be reached at the moment',
  onceConnected: 'Shown once the connection is back.',
  mistakeHere: (message: string) => `${message}. This is a mistake in Gatehouse; the agent and your files aren’t touched by it.`,
  cantBeDrawn: (name: string) => `${name} can’t be drawn`,
  tryAgain: 'Try again',
  copyDetails: 'Copy details',
  dismiss: 'Dismiss',
  notCopied: 'It could not be copied',
} as const;
