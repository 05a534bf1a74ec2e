/** All this room says, beside the tables of words for states and sources. */
export const words = {
  agentOfType: (agent: string, agentType: string, model: string) => `${agent}: an agent of type ${agentType}, with ${model}`,
  inBackground: 'It works on in the background',
} as const;
