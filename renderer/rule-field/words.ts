/** Text of the field for rules. */
export const words = {
  rule: 'Rule',
  ways: 'Ways to go on',
  everyUse: 'every use',
  wholeServer: 'every tool of this server',
  certainUses: 'only certain uses',
  inCalls: (calls: number) => (calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`),
  found: (count: number) => (count === 0 ? '' : count === 1 ? '1 way to go on' : `${count} ways to go on`),
} as const;
