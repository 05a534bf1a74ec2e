import { relative, resolve } from 'node:path';
import { linkStatOf } from './file-stat.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { parseSettingsDocument } from './settings-document.ts';

/** More than any project has; a text that names more is not read further. */
const MAX_SCRIPTS = 100;
/** An event, its groups, their hooks, and room to spare. */
const MAX_DEPTH = 10;
const PROJECT_DIR = /\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR(?!\w)/gu;

/**
 * Files of the project that its hooks name on their command lines, below the folder: trusting a hook is trusting what it runs. Only
 * names are looked at; what a script reads or runs in turn is not known.
 */
export function hookScripts(settingsText: string, projectDir: string): string[] {
  const parsed = parseSettingsDocument(settingsText);
  if ('broken' in parsed) return [];
  const files = commandWords(parsed.document.value['hooks']).flatMap((word) => {
    const path = resolve(
      projectDir,
      word.replaceAll(PROJECT_DIR, () => projectDir),
    );
    const inside = word !== '' && path !== projectDir && isInside(path, projectDir);
    return inside && linkStatOf(path)?.isDirectory() === false ? [relative(projectDir, path).replaceAll('\\', '/')] : [];
  });
  return [...new Set(files)].slice(0, MAX_SCRIPTS);
}

/** Whatever is called a command or its arguments, at any depth: a mistake elsewhere must not hide a hook that runs. */
function commandWords(value: unknown, key = '', depth = 0): string[] {
  if (typeof value === 'string') return key === 'command' ? wordsOf(value) : key === 'args' ? [value] : [];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry: unknown) => commandWords(entry, key, depth + 1));
  return Object.entries(value).flatMap(([name, entry]) => commandWords(entry, name, depth + 1));
}

/** Words of a command line however they are quoted: as the shell would join them, and quoted parts for themselves. */
function wordsOf(command: string): string[] {
  const quoted = [...command.matchAll(/"([^"]*)"|'([^']*)'/gu)].map(([, double, single]) => double ?? single ?? '');
  return [...command.replaceAll(/["']/gu, '').split(/[\s;&|<>()`=]+/u), ...quoted];
}
