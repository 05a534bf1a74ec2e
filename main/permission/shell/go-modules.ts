import { existsSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { foldersAbove } from './folders-above.ts';

const MAX_MODULE_BYTES = 1024 * 1024;

/** Versions older than the choice of toolchains: what stands in them makes go fetch no other (“Go Toolchains”). */
const OLD_VERSION = /^go[ \t]+1(?:\.(?:1?\d|20))?[ \t]*(?:\/\/.*)?$/u;
/** Modules that go fetches when they aren't there, from servers that their names lead to. */
const OTHER_MODULES = /\b(?:require|replace|use|tool)\b/u;
/** Any of these makes go ask the program it belongs to, which obeys the settings it finds there. */
const OTHER_REPOSITORIES = ['.hg', '.svn', '.bzr', '.fslckout', '_FOSSIL_'];

/** Whether go would fetch and run another version of itself, as the project's modules ask for it. */
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

/** Whether go would fetch modules to tell what there is, or ask a program for the age of the code. */
export function goMayFetchModules(dir: string, projectDir: string): boolean {
  return (
    moduleTexts(dir, projectDir).some((text) => text === undefined || OTHER_MODULES.test(text)) ||
    foldersAbove(dir, projectDir).some((folder) => OTHER_REPOSITORIES.some((name) => existsSync(path.join(folder, name))))
  );
}

/** Undefined for one that can't be read. */
function moduleTexts(dir: string, projectDir: string): (string | undefined)[] {
  return foldersAbove(dir, projectDir).flatMap((folder) =>
    ['go.mod', 'go.work'].flatMap((name) => {
      const read = readBounded(path.join(folder, name), MAX_MODULE_BYTES);
      if (read.kind === 'missing') return [];
      return [read.kind === 'unreadable' ? undefined : read.text];
    }),
  );
}
