import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readInstructions } from '#main/agent/system-prompt/instructions.ts';
import type { SettingsProblem } from '#main/settings/loaded-settings.ts';
import { readMemory } from '#main/settings/memory/read-memory.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { SetUpItem } from '#shared/compatibility/set-up.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import { setUpItem, type SetUpInput, WAITING } from './set-up-item.ts';

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

function sourceOfPlace(file: string, { projectDir, trusted: { paths } }: SetUpInput): RuleSource {
  if (paths.managedDir !== null && isInside(file, paths.managedDir)) return 'policy';
  if (isInside(file, projectDir)) return file === paths.local ? 'local' : 'project';
  return 'user';
}

const INFORMATION = 'Until you trust this folder, the model reads it as information that can’t speak for you.';

/** The instruction files that apply to the project folder. */
export function instructionItems({ now, projectDir, homeDir }: SetUpInput): SetUpItem[] {
  const { paths, trusted } = now;
  const userDir = dirname(paths.user);
  const files = readInstructions({ cwd: projectDir, projectDir, homeDir, userDir, managedDir: paths.managedDir, trusted });
  return files.map(({ path, trusted: counts, leftOut, text }) => {
    const source =
      path === join(userDir, 'CLAUDE.md') ? 'user' : paths.managedDir !== null && isInside(path, paths.managedDir) ? 'policy' : 'project';
    const state =
      leftOut !== undefined
        ? ({ state: 'broken', why: leftOut } as const)
        : counts
          ? {}
          : ({ state: 'waiting', why: INFORMATION } as const);
    return setUpItem({ kind: 'instructions', name: path, detail: `${text.length} characters`, source, file: path, ...state });
  });
}

/** The agent's notes about the project. */
export function noteItems({ now: { memoryFolder, trusted }, projectDir }: SetUpInput): SetUpItem[] {
  if (memoryFolder === undefined) return [];
  const read = readMemory(memoryFolder);
  if ('problem' in read) {
    return [setUpItem({ kind: 'notes', name: read.file, source: 'user', file: read.file, state: 'broken', why: read.problem })];
  }
  const { file, text, isCut } = read.notes;
  if (text === '') return [];
  const waits = !trusted && isInside(memoryFolder, projectDir);
  const state = waits ? WAITING : isCut ? ({ state: 'partly', why: 'Only its first 200 lines or 25 KB are loaded.' } as const) : {};
  return [setUpItem({ kind: 'notes', name: file, detail: `${text.length} characters`, source: 'user', file, ...state })];
}
