/** Text below the demo that has ended. */
export const words = {
  title: 'That was the demo.',
  connectNext: 'To use the agent in a folder of yours, connect a model: with an API key, or with a server of your own.',
  openNext: 'Open a folder of yours to use the agent there.',
  connect: 'Connect a model',
  open: 'Open folder',
} as const;
