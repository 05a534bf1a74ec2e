/** Text about prompts that start by themselves: scheduled ones and triggers. */
export const words = {
  scheduledPrompts: 'Scheduled by the agent',
  scheduled: 'Scheduled',
  nextRun: (at: string) => `next ${at}`,
  triggers: 'The agent’s triggers',
  curlExample: (url: string, key: string) =>
    `curl -X POST ${url} \\\n  -H 'Authorization: Bearer ${key}' \\\n  --data 'text for the agent'`,
  webhook: 'Webhook',
  trigger: 'Trigger',
  triggerOff: 'off',
  makeKey: 'Create a key',
  makeNewKey: 'Create a new key',
  removeTrigger: 'Remove: it will not run again',
  keyOf: (name: string) => `Key for “${name}”`,
  keyIsShownOnce:
    'A program on this machine that has the key can start the prompt below. The key is shown only this once and replaces the previous one. The agent treats what the program sends as data, not as instructions.',
  keyPrompt: 'Prompt',
  keyExample: 'Example',
  copyExample: 'Copy the example',
  removeScheduled: 'Remove: it will not run',
} as const;
