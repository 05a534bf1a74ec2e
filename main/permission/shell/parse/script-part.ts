/**
 * One syntactic part of a script, as text that doesn't depend on the parser: a simple command with its words and redirections, the head of
 * a loop, a redirection of a compound command. Two parsers agree on a script when they find the same parts.
 */
export type ScriptPart = string;

/**
 * The constructs around a command, one letter each, outermost first. They determine the effect of `cd`, a pipe or a subshell on it, so they
 * are compared as well.
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

/** Adds a construct. A pipeline directly in a pipeline is the same pipeline: the grammar nests them, the shell doesn't. */
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

/** Whether the operand of `>&` or `<&` is a file descriptor, so that no file is opened. */
export function isDescriptor(operator: string, target: string): boolean {
  return (operator === '>&' || operator === '<&') && /^(?:\d+-?|-)$/u.test(target);
}

/** `> file`, and `<<< word`. */
export function redirectText(operator: string, target: string): string {
  return `${operator} ${target}`;
}

/** A here-document. With `<<-`, leading tabs are ignored. */
export function documentText(operator: string, delimiter: string, body: string): string {
  const lines = operator === '<<-' ? body.replace(/^\t+/gmu, '') : body;
  return `${operator} ${delimiter}\n${lines.replace(/\n$/u, '')}`;
}

/** Whether both parsers found the same parts, each equally often. */
export function sameParts(one: readonly ScriptPart[], other: readonly ScriptPart[]): boolean {
  if (one.length !== other.length) return false;
  // Fast path: usually they come in the same order.
  if (one.every((part, index) => part === other[index])) return true;
  const sorted = other.toSorted();
  return one.toSorted().every((part, index) => part === sorted[index]);
}
