/** A mention being typed: the text after “@”, and the position of the “@”. */
export interface MentionQuery {
  readonly from: number;
  readonly text: string;
}

/** The files found for a mention, by its position. */
export interface FoundFiles {
  readonly from: number;
  readonly files: readonly string[];
}

const NONE: readonly string[] = [];

/** The files to offer: previous results stay until the next arrive, but never those of another mention. */
export function offeredFiles(query: MentionQuery | undefined, found: FoundFiles | undefined): readonly string[] {
  return query !== undefined && query.from === found?.from ? found.files : NONE;
}

const OPEN = /(?:^|[\s([{"'“‘])@(?:"([^"\n]*)|([^\s"@]*))$/u;
const LONGEST = 300;

/** The mention that ends at the caret. */
export function mentionQuery(text: string, caret: number): MentionQuery | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const match = OPEN.exec(before);
  if (!match) return undefined;
  const [, quoted, plain = ''] = match;
  const written = quoted ?? plain;
  return { from: caret - written.length - (quoted === undefined ? 1 : 2), text: written };
}
