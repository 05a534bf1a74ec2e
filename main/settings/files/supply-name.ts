import { relative } from 'node:path';

/** The name of a file among what a repository supplies: relative to the project folder. */
export function supplyName(projectDir: string, file: string): string {
  return relative(projectDir, file).replaceAll('\\', '/');
}
