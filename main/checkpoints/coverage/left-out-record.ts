import { z } from 'zod';
import { visitInSlices } from '#main/tool/in-slices.ts';

const headSchema = z.object({ format: z.literal('gatehouse-left-out'), version: z.literal(1), complete: z.boolean() });
const pathSchema = z.string();

/** What was in the project at a checkpoint and isn't part of it. */
export interface FoundLeftOut {
  /** Relative to the project folder; a folder that is left out with everything in it ends with a slash. */
  readonly paths: readonly string[];
  /** Whether the list is complete. */
  readonly complete: boolean;
}

/** The form stored in a tree: equal states give equal text, which is stored once. */
export function formatLeftOut({ paths, complete }: FoundLeftOut): string {
  return [{ format: 'gatehouse-left-out', version: 1, complete }, ...paths].map((line) => JSON.stringify(line)).join('\n');
}

/** Tells whether a path may have been left out of a checkpoint. */
export class LeftOutRecord {
  readonly complete: boolean;
  readonly paths: readonly string[];
  readonly #paths: ReadonlySet<string>;
  readonly #above: ReadonlySet<string>;

  private constructor(complete: boolean, paths: readonly string[], normalized: ReadonlySet<string>, above: ReadonlySet<string>) {
    this.complete = complete;
    this.paths = paths;
    this.#paths = normalized;
    this.#above = above;
  }

  /** @throws when the text isn't a record. */
  static async parse(text: string): Promise<LeftOutRecord> {
    const [head = '', ...lines] = text.split('\n');
    const { complete } = headSchema.parse(JSON.parse(head));
    const paths: string[] = [];
    const normalized = new Set<string>();
    const above = new Set<string>();
    await visitInSlices(lines, (line) => {
      const path = pathSchema.parse(JSON.parse(line));
      const key = normalizedPath(path);
      paths.push(path);
      normalized.add(key);
      for (const folder of foldersAbove(key)) above.add(folder);
    });
    return new LeftOutRecord(complete, paths, normalized, above);
  }

  /** Whether something left out was at this path, above it, or below it. */
  reaches(path: string): boolean {
    const key = normalizedPath(path);
    return this.#paths.has(key) || this.#above.has(key) || foldersAbove(key).some((folder) => this.#paths.has(folder));
  }
}

/** The same text for all names that some file system treats as equal. */
function normalizedPath(path: string): string {
  return path.replace(/\/$/u, '').normalize('NFC').toLowerCase();
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end));
  return folders;
}
