import { dirname, join } from 'node:path';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { realPath } from '#main/settings/real-path.ts';
import { readRule, ruleFiles } from '#main/agent/instructions/rule-files.ts';
import { readInstructions } from '#main/agent/system-prompt/instructions.ts';
import type { OutsideImport } from '#main/agent/system-prompt/outside-import.ts';
import type { InstructionImport } from '#main/settings/import-approvals.ts';
import { readMemory } from '#main/settings/memory/read-memory.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { SetUpItem } from '#shared/compatibility/set-up.ts';
import { setUpItem, type SetUpInput, WAITING } from './set-up-item.ts';

const MAX_RULE_BYTES = 1024 * 1024;

const INFORMATION = 'Until you trust this folder, the model reads it as information that can’t speak for you.';

/** The instruction files that apply to the project folder. */
export function instructionItems({ now, projectDir, homeDir, imports, refusedImports }: SetUpInput): SetUpItem[] {
  const { paths, trusted, instructionExcludes: excludes } = now;
  const userDir = dirname(paths.user);
  const repository = realPath(findGitFolder(projectDir)?.root ?? projectDir);
  const refused = new Map(trusted ? [...(refusedImports ?? [])].filter(([, one]) => !imports.isAllowed(one)) : []);
  const policy = {
    isAllowed: (one: InstructionImport) => imports.isAllowed(one),
    onRefused: (one: OutsideImport) => void refused.set(`${one.importer}\n${one.target}`, one),
  };
  const { managedDir } = paths;
  const files = readInstructions({ cwd: projectDir, projectDir, homeDir, userDir, managedDir, trusted, excludes, imports: policy });
  const items = files.map(({ path, trusted: counts, leftOut, text }) => {
    const inRepository = isInside(path, repository);
    const source = paths.managedDir !== null && isInside(path, paths.managedDir) ? 'policy' : inRepository ? 'project' : 'user';
    const state =
      leftOut !== undefined
        ? ({ state: 'broken', why: leftOut } as const)
        : counts
          ? {}
          : ({ state: 'waiting', why: INFORMATION } as const);
    return setUpItem({ kind: 'instructions', name: path, detail: `${text.length} characters`, source, file: path, ...state });
  });
  return [...items, ...[...refused.values()].map(importItem)];
}

function importItem({ importer, target, allowable, why }: OutsideImport): SetUpItem {
  return setUpItem({
    kind: 'instructions',
    name: target,
    detail: `Included by ${importer}`,
    source: 'project',
    file: importer,
    why,
    state: allowable ? 'waiting' : 'broken',
    ...(allowable && { includes: { importer, target } }),
  });
}

/** Rules that are only for some files: the model gets them once it touches one. */
export function pathRuleItems({ now: { paths, trusted }, projectDir }: SetUpInput): SetUpItem[] {
  const places = [
    { folder: join(dirname(paths.user), 'rules'), source: 'user' as const },
    { folder: join(projectDir, '.claude', 'rules'), source: 'project' as const },
  ];
  return places.flatMap(({ folder, source }) =>
    ruleFiles(folder).flatMap((file) => {
      const read = readBounded(file, MAX_RULE_BYTES);
      const patterns = read.kind === 'text' ? readRule(read.text).paths : undefined;
      if (patterns === undefined) return [];
      const state = source === 'user' || trusted ? {} : ({ state: 'waiting', why: INFORMATION } as const);
      return [setUpItem({ kind: 'instructions', name: file, detail: `For ${patterns.join(', ')}`, source, file, ...state })];
    }),
  );
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
