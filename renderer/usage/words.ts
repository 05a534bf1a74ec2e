import type { ContextPart } from '#shared/contract/context.ts';

/** All that is said of what a session uses and costs. */
export const words = {
  title: 'Usage and cost',
  context: 'Context',
  contextBar: 'What takes the room of the context',
  free: 'Free',
  compactNow: 'Compact now',
  compacting: 'The agent is at work: compact when it is done.',
  compactsAt: (tokens: string) => `Compacted by itself at ${tokens}.`,
  compactsNever: 'Not compacted by itself: the settings say so.',
  estimates: 'The parts are estimates.',
  empty: 'Nothing has been sent yet.',
  cost: 'Cost',
  byModel: 'Cost by model',
  scripted: 'This session plays a script: it asks no model and costs nothing.',
  noRequests: 'No requests yet.',
  unpriced: 'without a known price',
  listPrices: 'At list prices, sub-agents and thrown away answers included.',
  fork: 'What came before the fork is counted too.',
  columns: ['For', 'Requests', 'Input', 'Cache read', 'Cache write', 'Output', 'Cost'],
  total: 'Total',
  budget: 'Budget',
  amount: 'Limit in US dollars',
  set: 'Set limit',
  change: 'Change limit',
  clear: 'Remove limit',
  none: 'No limit. Set one, and no request is made once the session has cost that much.',
  spent: (spent: string, budget: string) => `${spent} of ${budget} spent`,
  usedUp: (spent: string, budget: string) => `${spent} of ${budget} spent: no request is made until you raise it.`,
  priceUnknown: (model: string) =>
    `Nobody knows what “${model}” costs, so with a limit no request could be made. Choose another model first.`,
  notAnAmount: 'Write an amount above 0, as in 5 or 0.50',
} as const;

export const PART_WORDS: Readonly<Record<ContextPart['part'], string>> = {
  prompt: 'System prompt',
  instructions: 'Instruction files',
  tools: 'Tools',
  mcp_tools: 'MCP tools',
  summary: 'Summary of what was compacted',
  messages: 'Messages and reminders',
  answers: 'Answers',
  thinking: 'Thinking',
  calls: 'Calls and their results',
};
