import { commandsBetweenOperators, isQuoteOpen } from '#shared/permission/line-operators.ts';
import { toolRow } from '#shared/tool-table.ts';

/** Narrower and wider variants of a rule, narrowest first, including the text itself; empty if there are none. */
export function ruleLadder(text: string): string[] {
  const match = /^([A-Za-z]\w*)(?:\((.*)\))?$/su.exec(text.trim());
  if (!match) return [];
  const [, tool = '', content] = match;
  if (content === undefined) return [];
  const steps = stepsOf(tool, content);
  if (steps.length === 0) return [];
  return [...new Set(steps.map((step) => (step === null ? tool : `${tool}(${step})`)))];
}

function stepsOf(tool: string, content: string): (string | null)[] {
  switch (toolRow(tool)?.ruleForm) {
    case 'command':
      return commandSteps(content);
    case 'path':
      return pathSteps(content);
    case 'domain':
      return hostSteps(content);
    default:
      return [];
  }
}

function commandSteps(content: string): (string | null)[] {
  const words = content
    .replace(/(?::| )\*$/u, '')
    .split(' ')
    .filter((word) => word !== '');
  const exact = words.join(' ');
  // Each command of a line is matched by itself, so that no rule is wider than the line but narrower than all commands.
  if (commandsBetweenOperators(content).length > 1) return content === exact ? [exact, null] : [];
  // More would be too many to choose from.
  const prefixes = words
    .slice(0, 3)
    .map((_, index) => words.slice(0, index + 1).join(' '))
    .filter((prefix) => !prefix.includes('*') && !isQuoteOpen(prefix));
  return [exact, ...prefixes.toReversed().map((prefix) => `${prefix} *`), null];
}

function pathSteps(content: string): (string | null)[] {
  const anchor = /^(?:\/\/|~\/|\/|\.\/)?/u.exec(content)?.[0] ?? '';
  const parts = content
    .slice(anchor.length)
    .replace(/\/\*\*$/u, '')
    .split('/')
    .filter((part) => part !== '');
  const folders = parts.slice(0, -1).map((_, index) => `${anchor}${parts.slice(0, parts.length - 1 - index).join('/')}/**`);
  return [content, ...folders.slice(0, 3)];
}

function hostSteps(content: string): (string | null)[] {
  const host = /^domain:\s*(\S+)$/u.exec(content)?.[1]?.replace(/^\*\./u, '');
  if (host === undefined || !host.includes('.')) return [];
  const parent = host.split('.').slice(1).join('.');
  return [`domain:${host}`, ...(parent.includes('.') ? [`domain:*.${parent}`] : [`domain:*.${host}`])];
}
