import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { foldersAbove } from './folders-above.ts';

const MAX_MODULE_BYTES = 1024 * 1024;

/** Versions before toolchain selection: these lines never make go fetch another version (“Go Toolchains”). */
const OLD_VERSION = /^go[ \t]+1(?:\.(?:1?\d|20))?[ \t]*(?:\/\/.*)?$/u;
/** Directives for modules that go fetches if missing, from servers given by their names. */
const OTHER_MODULES = /\b(?:require|replace|use|tool)\b/u;
/** With any of these go runs the matching program, which obeys the settings it finds there. */
const OTHER_REPOSITORIES = ['.hg', '.svn', '.bzr', '.fslckout', '_FOSSIL_'];

/** Whether go would fetch and run another version of itself because the project's modules request it. */
export function goMayFetchItself(dir: string, projectDir: string): boolean {
  return moduleTexts(dir, projectDir).some(
    (text) =>
      text === undefined ||
      text
        .split('\n')
        .map((line) => line.trim())
        .some((line) => /^(?:go\b|toolchain\b|["`])/u.test(line) && !OLD_VERSION.test(line)),
  );
}

/** Whether a read-only go command would fetch modules, or run a version control program. */
export function goMayFetchModules(dir: string, projectDir: string): boolean {
  return (
    moduleTexts(dir, projectDir).some((text) => text === undefined || OTHER_MODULES.test(text)) ||
    foldersAbove(dir, projectDir).some((folder) => OTHER_REPOSITORIES.some((name) => existsSync(path.join(folder, name))))
  );
}

/** An element is undefined when its file can't be read. */
function moduleTexts(dir: string, projectDir: string): (string | undefined)[] {
  return foldersAbove(dir, projectDir).flatMap((folder) =>
    ['go.mod', 'go.work'].flatMap((name) => {
      const read = readBounded(path.join(folder, name), MAX_MODULE_BYTES);
      if (read.kind === 'missing') return [];
      return [read.kind === 'unreadable' ? undefined : read.text];
    }),
  );
}
