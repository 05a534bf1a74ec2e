import { z } from 'zod';
import { visitInSlices } from '#main/tool/in-slices.ts';

const headSchema = z.object({ format: z.literal('gatehouse-left-out'), version: z.literal(1), complete: z.boolean() });
const pathSchema = z.string();

/** What stood in the project at a checkpoint and isn't part of it. */
export interface FoundLeftOut {
  /** From the project folder; a folder that is left out with all that is in it ends with a slash. */
  readonly paths: readonly string[];
  /** Whether that is all of it. */
  readonly complete: boolean;
}

/** The form stored in a tree: equal states give equal text, which is stored once. */
export function formatLeftOut({ paths, complete }: FoundLeftOut): string {
  return [{ format: 'gatehouse-left-out', version: 1, complete }, ...paths].map((line) => JSON.stringify(line)).join('\n');
}

/** Answers whether a path may have been something that a checkpoint left out. */
export class LeftOutRecord {
  readonly complete: boolean;
  readonly paths: readonly string[];
  readonly #places: ReadonlySet<string>;
  readonly #above: ReadonlySet<string>;

  private constructor(complete: boolean, paths: readonly string[], places: ReadonlySet<string>, above: ReadonlySet<string>) {
    this.complete = complete;
    this.paths = paths;
    this.#places = places;
    this.#above = above;
  }

  /** @throws when the text isn't a record. */
  static async parse(text: string): Promise<LeftOutRecord> {
    const [head = '', ...lines] = text.split('\n');
    const { complete } = headSchema.parse(JSON.parse(head));
    const paths: string[] = [];
    const places = new Set<string>();
    const above = new Set<string>();
    await visitInSlices(lines, (line) => {
      const path = pathSchema.parse(JSON.parse(line));
      const place = normalizedPath(path);
      paths.push(path);
      places.add(place);
      for (const folder of foldersAbove(place)) above.add(folder);
    });
    return new LeftOutRecord(complete, paths, places, above);
  }

  /** Something left out stood there, above it, or below it. */
  reaches(path: string): boolean {
    const place = normalizedPath(path);
    return this.#places.has(place) || this.#above.has(place) || foldersAbove(place).some((folder) => this.#places.has(folder));
  }
}

/** One spelling for all names that some file system treats as equal. */
function normalizedPath(path: string): string {
  return path.replace(/\/$/u, '').normalize('NFC').toLowerCase();
}

function foldersAbove(place: string): string[] {
  const folders: string[] = [];
  for (let end = place.lastIndexOf('/'); end > 0; end = place.lastIndexOf('/', end - 1)) folders.push(place.slice(0, end));
  return folders;
}
