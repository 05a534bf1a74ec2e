import type { RuleCompletion } from '#shared/contract/rules.ts';
import type { PathFact } from '#shared/permission/facts.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import { commandRuleTexts } from '#main/permission/suggest/suggest-command-rule.ts';
import { escaped, isSecret } from '#main/permission/suggest/suggest-folder.ts';
import type { PastCall } from './past-call.ts';

const AT_ONCE = 200;
/** More than a person looks through; the rarest are left out. */
const MAX_COMPLETIONS = 300;

/** What may stand between the brackets of a rule for calls that were made, most used first; what was used equally often, latest first. */
export async function ruleCompletions(
  calls: readonly PastCall[],
  projectDir: string,
  pause: () => Promise<void>,
): Promise<RuleCompletion[]> {
  const found = new Map<string, { tool: string; content: string; calls: number; denied: number }>();
  for (const [index, call] of calls.entries()) {
    if (index % AT_ONCE === 0) await pause();
    const own = new Map(
      contentsOf(call, projectDir).map(([tool, content]) => [`${tool}(${content})`, { tool, content, calls: 0, denied: 0 }]),
    );
    for (const [key, completion] of own) {
      const known = found.get(key) ?? completion;
      known.calls++;
      if (call.was === 'deny' && call.reason !== 'cancelled') known.denied++;
      found.set(key, known);
    }
  }
  return [...found.values()].toSorted((a, b) => b.calls - a.calls).slice(0, MAX_COMPLETIONS);
}

type Content = readonly [tool: string, content: string];

function contentsOf({ facts }: PastCall, projectDir: string): Content[] {
  const { toolName, shell, web, target } = facts;
  if (shell) {
    const tool = commandRuleTool(toolName);
    // What only reads runs without a rule.
    return shell.commands.flatMap((command): Content[] => {
      const [text] = command.readOnly ? [] : commandRuleTexts(command);
      return text === undefined ? [] : [[tool, text]];
    });
  }
  if (web) return web.host === '' ? [] : [['WebFetch', `domain:${web.host}`]];
  if (target !== undefined) return [[toolName, target]];
  const project = facts.realDirs[projectDir] ?? projectDir;
  return facts.paths.flatMap((path) => pathContents(path, project));
}

/** A file of the project and the folders that contain it. At the top of the project, its path from the root: a name alone matches anywhere. */
function pathContents(path: PathFact, project: string): Content[] {
  const isOfProject = path.real.startsWith(`${project}/`);
  if (!isOfProject || path.via !== 'input' || path.unresolved || path.glob || isSecret(path)) return [];
  const tool = path.access === 'write' || path.access === 'delete' ? 'Edit' : 'Read';
  const parts = escaped(path.real.slice(project.length + 1)).split('/');
  const isFolder = path.recursive || path.access === 'list';
  const folders = parts.slice(0, isFolder ? undefined : -1).map((_, index) => `${parts.slice(0, index + 1).join('/')}/**`);
  const file = isFolder ? [] : [parts.length > 1 ? parts.join('/') : `/${escaped(path.real)}`];
  return [...file, ...folders.toReversed()].map((content) => [tool, content]);
}
