/** Text of the last of the first steps. */
export const words = {
  title: 'What will ask',
  runs: 'Runs without asking:',
  runsDetail:
    'reading and searching in this folder, including files with secrets such as .env; commands that only read, task lists, and starting sub-agents, whose own calls are checked too.',
  asks: 'Asks you first:',
  asksDetail:
    'changing files, commands that can change something, the network (except documentation sites of well-known projects), and what is outside this folder.',
  denied: 'Denied:',
  deniedDetail: 'everything that a deny rule matches.',
  mode: (name: string) =>
    `This session is in the mode “${name}”, which you can change in the status bar. “Always allow” on a request makes a rule, so that such calls don’t ask again.`,
  secrets: 'To keep a file from the agent, write a deny rule such as Read(./.env); with an ask rule, you are asked each time.',
  untrusted: 'The folder’s own allow rules have no effect until you trust it.',
  done: 'Got it',
  rules: 'Review the rules',
} as const;
