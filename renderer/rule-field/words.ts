/** Text of the field for rules. */
export const words = {
  rule: 'Rule',
  suggestions: 'Suggestions',
  everyUse: 'every use',
  wholeServer: 'every tool of this server',
  certainUses: 'only certain uses',
  inCalls: (calls: number, denied: number) => {
    const all = calls === 1 ? '1 call' : `${calls.toLocaleString('en')} calls`;
    return denied === 0 ? all : `${all}, ${denied === calls ? '' : `${denied.toLocaleString('en')} `}denied`;
  },
  found: (count: number) => (count === 0 ? '' : count === 1 ? '1 suggestion' : `${count} suggestions`),
} as const;
