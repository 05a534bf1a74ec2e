import { join } from 'node:path';
import { z } from 'zod';
import { parseFrontMatter } from '#main/settings/files/front-matter.ts';
import { listFolder } from '#main/settings/files/list-folder.ts';
import { linkStatOf, statOf } from '#main/settings/real-path.ts';

const MAX_FILES = 100;
const MAX_ENTRIES = 1000;
const MAX_DEPTH = 5;

/** The Markdown files of a `rules` folder, at any depth, sorted. Folders that are links are skipped. Never throws. */
export function ruleFiles(folder: string): string[] {
  const files: string[] = [];
  let entries = 0;
  const look = (parent: string, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const names = listFolder(parent, MAX_ENTRIES - entries);
    entries += names.length;
    for (const name of names) {
      const child = join(parent, name);
      if (linkStatOf(child)?.isDirectory() === true) look(child, depth + 1);
      else if (name.endsWith('.md') && statOf(child)?.isFile() === true && files.length < MAX_FILES) files.push(child);
    }
  };
  look(folder, 0);
  return files;
}

export interface RuleText {
  readonly text: string;
  /** Gitignore patterns of the files that it is for; absent: all. */
  readonly paths?: readonly string[];
}

const pathsSchema = z
  .union([z.string().transform((list) => list.split(/,(?![^{]*\})/u)), z.array(z.string())])
  .transform((paths) => paths.map((path) => path.trim()).filter((path) => path !== ''));

/** Splits a rule file. With front matter that can't be read, all of it is text for all files. */
export function readRule(source: string): RuleText {
  const parsed = /^\uFEFF?---[ \t]*\r?\n/u.test(source) ? parseFrontMatter(source) : undefined;
  if (!parsed || 'broken' in parsed) return { text: source };
  const paths = pathsSchema.safeParse(parsed.fields['paths']);
  return { text: parsed.body, ...(paths.success && paths.data.length > 0 && { paths: paths.data }) };
}
