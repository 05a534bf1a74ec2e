import { join } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded, type FileText } from '#main/tool/read-bounded.ts';
import { shorten } from '#shared/shorten.ts';
import { z } from 'zod';
import { findGitFolder } from '../git-folder.ts';
import { listFolder } from '../files/list-folder.ts';
import { foldersUpTo } from '../files/folders-up-to.ts';
import { parseFrontMatter } from '../files/front-matter.ts';
import { realPath } from '../real-path.ts';

const MAX_BYTES = 128 * 1024;
const MAX_CHARS = 30_000;
const MAX_FILES = 50;

/** How the model shall answer: a text for its system prompt. */
export interface OutputStyle {
  readonly name: string;
  readonly text: string;
  /** The usual advice for coding stays in the prompt. */
  readonly keepsCodingAdvice: boolean;
  /** Absolute. */
  readonly file: string;
}

/** Folders with the styles of a project, the nearest first; not the user's own. */
export function repositoryStyleFolders(projectDir: string, userDir: string): string[] {
  const root = findGitFolder(projectDir)?.root ?? projectDir;
  const users = realPath(join(userDir, 'output-styles'));
  return foldersUpTo(projectDir, root)
    .map((folder) => join(folder, '.claude', 'output-styles'))
    .filter((path) => realPath(path) !== users);
}

/** Its Markdown files. `within`: links must not lead out of this folder. Never throws. */
export function styleFiles(folder: string, within?: string): string[] {
  return markdownFiles(folder)
    .filter((file) => within === undefined || isInside(realPath(file), within))
    .slice(0, MAX_FILES);
}

/** Those of a project's style files that are links out of its repository. */
export function outsideStyles(projectDir: string, userDir: string): string[] {
  const root = realPath(findGitFolder(projectDir)?.root ?? projectDir);
  const files = repositoryStyleFolders(realPath(projectDir), userDir).flatMap(markdownFiles);
  return files.filter((file) => !isInside(realPath(file), root)).slice(0, MAX_FILES);
}

function markdownFiles(folder: string): string[] {
  return listFolder(folder, 1000)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

export function readStyleFile(file: string): FileText {
  return readBounded(file, MAX_BYTES);
}

/** Whether a name of the repository's supplies is that of an output style. */
export function isStyleName(name: string): boolean {
  return /(?:^|\/)\.claude\/output-styles\/[^/]+\.md$/u.test(name);
}

const fieldsSchema = z.object({
  name: z.string().trim().min(1).max(100).optional().catch(undefined),
  'keep-coding-instructions': z.boolean().optional().catch(undefined),
});

/** A style from a Markdown file; without a `name` it is called like its file. `undefined` if it has no usable text. */
export function parseStyle(file: string, source: string): OutputStyle | undefined {
  const parsed = /^\uFEFF?---[ \t]*\r?\n/u.test(source) ? parseFrontMatter(source) : { fields: {}, body: source.trim() };
  if ('broken' in parsed || parsed.body === '') return undefined;
  const { name, 'keep-coding-instructions': keeps = false } = fieldsSchema.parse(parsed.fields);
  const fileName = file.replace(/^.*[\\/]/u, '').replace(/\.md$/u, '');
  return { name: name ?? fileName, text: shorten(parsed.body, MAX_CHARS), keepsCodingAdvice: keeps, file };
}
