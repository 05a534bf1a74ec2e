/** Text of the button that opens the model picker. Apart, because it is part of the first script. */
export const words = {
  change: 'Change the model',
  enterKey: 'Enter a key or a server',
  now: (model: string) => `Model: ${model}`,
  scriptedModel: 'Scripted model, no network',
  noModel: 'No model',
  notConnected: 'No model connected',
} as const;
