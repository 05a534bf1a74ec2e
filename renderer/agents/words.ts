/** Text of the sub-agent views; states and sources have their own tables. */
export const words = {
  agentOfType: (agent: string, agentType: string, model: string) => `${agent}: an agent of type ${agentType}, with ${model}`,
  inBackground: 'It works on in the background',
  stop: (agent: string) => `Stop ${agent}`,
  starting: 'Starting',
  waiting: 'Waiting for you',
  waitingFor: (step: string) => `Waiting for you: ${step}`,
  readsBefore: 'It reads this before its next request',
  tellIt: 'Tell it something',
  haveItGoOn: 'Have it go on, in the background',
  send: 'Send to this agent',
} as const;
