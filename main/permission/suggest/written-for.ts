import type { RuleDestination } from '#shared/permission/rule.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { Case } from '../layers/case.ts';

/** A rule for a file or folder, from the root of the file system. */
const FILE_RULE = /^(Read|Edit)\(\/(\/.+)\)$/u;

/** What a pattern would read as something else than a name: `!` negates, `#` begins a comment, `~` is the home folder. */
const NOT_A_NAME = /^[!#~ ]/u;

/**
 * How a rule for a file of the project is written in the settings that it is saved to, so that it means the same file: relative where the
 * file belongs to the project, else from the root. A name alone would match at any depth, so it gets a leading slash, which stands for the
 * project in files of the project only. Where a link leads to the project, a path from the root needs a rule for either spelling.
 */
export function writtenFor(rule: string, destination: RuleDestination, { facts, context }: Case): string[] {
  const [, tool = '', file = ''] = FILE_RULE.exec(rule) ?? [];
  const { projectDir, settingsDir } = context;
  const project = facts.realDirs[projectDir] ?? projectDir;
  if (tool === '' || file === project || !isInside(file, project)) return [rule];
  const relative = file.slice(project.length + 1);
  const fromRoot = project === projectDir ? [rule] : [rule, `${tool}(/${projectDir}/${relative})`];
  if (destination === 'user' || relative === '**' || NOT_A_NAME.test(relative)) return fromRoot;
  if (relative.includes('/')) return [`${tool}(${relative})`];
  return destination === 'session' || settingsDir !== undefined ? fromRoot : [`${tool}(/${relative})`];
}
