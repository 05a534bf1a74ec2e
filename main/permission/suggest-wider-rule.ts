import type { Case } from './layers/case.ts';
import { candidatesFrom } from './rules/command-index.ts';
import { isSingleTool, TASK_LISTS } from './suggest-command-rule.ts';
import { commandRuleTool } from './tool-kinds.ts';

/**
 * A wider prefix where a neighbouring one is allowed already: after `bun run test *` was allowed, asking about `bun run build` would lead
 * to a question for every other task. Suggested first; doesn't cover what prefix rules never cover. None for programs whose sub-commands
 * differ in kind (git, docker, package managers).
 *
 * @param prefix A rule text that ends with ` *`.
 */
export function widerRuleText(prefix: string, at: Case): string | undefined {
  const words = prefix.slice(0, -' *'.length).split(' ');
  const parent = words.slice(0, -1).join(' ');
  if (words.length < 2 || !(TASK_LISTS.has(parent) || (words.length === 2 && isSingleTool(parent)))) return undefined;
  const index = at.rules.allow.commands.get(commandRuleTool(at.facts.toolName));
  const rules = index === undefined ? [] : candidatesFrom(index, parent);
  const hasNeighbour = rules.some(({ parsed: { body } }) => body.kind === 'command' && body.text.startsWith(`${parent} `));
  return hasNeighbour ? `${parent} *` : undefined;
}
