import { existsSync } from 'node:fs';
import type { SettingsProblem } from '#main/settings/loaded-settings.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { SetUpItem } from '#shared/compatibility/set-up.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import { setUpItem, type SetUpInput } from './set-up-item.ts';

/** Every file that is read, and every problem found in one. */
export function fileItems(input: SetUpInput): SetUpItem[] {
  const { trusted } = input;
  const { paths } = trusted;
  const sources = new Map<string, RuleSource>([[paths.userState, 'user']]);
  for (const { file, source } of trusted.layers) if (file !== undefined) sources.set(file, source);
  for (const { file, scope } of trusted.mcp.sources) if (!sources.has(file)) sources.set(file, scope === 'managed' ? 'policy' : scope);
  const definitions = [...trusted.agents, ...trusted.skills].flatMap(({ file }) => file ?? []);
  const problems = problemsByFile([...trusted.problems, ...input.now.problems]);
  const files = new Set([...sources.keys(), ...definitions, ...problems.keys()]);
  return [...files].flatMap((file) => {
    const source = sources.get(file) ?? sourceOfPlace(file, input);
    const found = problems.get(file) ?? [];
    // Agents, skills and commands have an item of their own.
    if (found.length === 0) return definitions.includes(file) || !existsSync(file) ? [] : [fileItem(file, source)];
    return found.map(({ message, partly }) => ({ ...fileItem(file, source), ...setUpItemState(message, partly) }));
  });
}

function fileItem(file: string, source: RuleSource): SetUpItem {
  return setUpItem({ kind: 'file', name: file, source, file });
}

function setUpItemState(why: string, partly: true | undefined): Pick<SetUpItem, 'state' | 'why'> {
  const { state, why: shown } = setUpItem({ kind: 'file', name: '', source: 'user', state: partly ? 'partly' : 'broken', why });
  return { state, why: shown };
}

function problemsByFile(problems: readonly SettingsProblem[]): Map<string, SettingsProblem[]> {
  const byFile = new Map<string, SettingsProblem[]>();
  for (const problem of problems) {
    const found = byFile.get(problem.file) ?? [];
    if (!found.some(({ message }) => message === problem.message)) byFile.set(problem.file, [...found, problem]);
  }
  return byFile;
}

function sourceOfPlace(file: string, { projectDir, trusted: { paths, plugins } }: SetUpInput): RuleSource {
  if (paths.managedDir !== null && isInside(file, paths.managedDir)) return 'policy';
  if (plugins.active.some(({ root }) => isInside(file, root))) return 'plugin';
  if (isInside(file, projectDir)) return file === paths.local ? 'local' : 'project';
  return 'user';
}
