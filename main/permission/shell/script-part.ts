/**
 * One syntactic part of a script, the same text whichever parser found it: a simple command with its words and redirections, the head of a
 * loop, a redirection of a compound command. Two readings of a script agree when they found the same parts.
 */
export type ScriptPart = string;

/**
 * Where a command stands, a letter for each construct around it, outermost first. What `cd`, a pipe or a subshell means for a command hangs
 * on it, so it is compared as well.
 */
export type PartContext = string;

/** Letters of a `PartContext`. */
const CONTEXT = {
  pipeline: '|',
  subshell: '(',
  group: '{',
  substitution: '$',
  condition: 'i',
  loop: 'l',
} as const;

/** Adds a construct. A pipeline within a pipeline is one pipeline: the grammar nests them, the shell doesn't. */
export function within(context: PartContext, construct: keyof typeof CONTEXT): PartContext {
  const letter = CONTEXT[construct];
  return construct === 'pipeline' && context.endsWith(letter) ? context : context + letter;
}

/** A simple command: its assignments and words as written, then its redirections in any order. */
export function commandPart(context: PartContext, words: readonly string[], redirects: readonly string[]): ScriptPart {
  return JSON.stringify(['command', context, words, redirects.toSorted()]);
}

/** `[[ … ]]`: its operands and operators in order. */
export function testPart(context: PartContext, words: readonly string[], redirects: readonly string[]): ScriptPart {
  return JSON.stringify(['[[', context, words, redirects.toSorted()]);
}

/** `for name in words`, without its body. */
export function loopPart(context: PartContext, name: string, words: readonly string[]): ScriptPart {
  return JSON.stringify(['for', context, name, words]);
}

/** A redirection of a compound command. */
export function outerRedirectPart(redirect: string): ScriptPart {
  return JSON.stringify(['redirect', redirect]);
}

/** Whether an operand of `>&` or `<&` names a descriptor, so that no file is opened. */
export function isDescriptor(operator: string, target: string): boolean {
  return (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/u.test(target);
}

/** `> file`, and `<<< word`. */
export function redirectText(operator: string, target: string): string {
  return `${operator} ${target}`;
}

/** A here-document. Tabs before its lines don't count under `<<-`. */
export function documentText(operator: string, delimiter: string, body: string): string {
  const lines = operator === '<<-' ? body.replace(/^\t+/gmu, '') : body;
  return `${operator} ${delimiter}\n${lines.replace(/\n$/u, '')}`;
}

/** Whether both readings found the same parts, however often each. */
export function sameParts(one: readonly ScriptPart[], other: readonly ScriptPart[]): boolean {
  if (one.length !== other.length) return false;
  // Most often they come in the same order.
  if (one.every((part, index) => part === other[index])) return true;
  const sorted = other.toSorted();
  return one.toSorted().every((part, index) => part === sorted[index]);
}
