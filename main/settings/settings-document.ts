import { AppError } from '#shared/contract/app-error.ts';
import { JsonLimitError, parseJson } from '#shared/json-limits.ts';
import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { errorMessage } from '#shared/error-message.ts';
import { isRecord } from '#shared/is-record.ts';

/** Deeper than any settings file, and shallow enough for every recursive function. */
const MAX_DEPTH = 200;

/** 1-based. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export interface SettingsDocument {
  readonly text: string;
  /** The line and column of an offset in `text`. */
  readonly positionAt: (offset: number) => TextPosition;
  /** The parsed JSON; always an object. */
  readonly value: Record<string, unknown>;
  /** Absent for an empty file. */
  readonly root: Node | undefined;
  /** Keys that appear twice, with the position of the second one; in JSON the last one wins. */
  readonly duplicates: readonly { readonly key: string; readonly position: TextPosition }[];
}

export type ParsedDocument = { readonly document: SettingsDocument } | { readonly broken: string };

/** Strict JSON: no comments, no trailing commas. Mistakes are reported with line and column. Never throws. */
export function parseSettingsDocument(source: string): ParsedDocument {
  // Windows editors put a byte order mark first.
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const positions = positionFinder(text);
  if (text.trim() === '') return { document: { text, positionAt: positions, value: {}, root: undefined, duplicates: [] } };
  try {
    // The platform's parser decides; the tolerant one, which is recursive, only provides positions.
    const value = valueOf(text);
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    const first = errors[0];
    if (first) return { broken: at(positions(first.offset), problemText(printParseErrorCode(first.error))) };
    if (value instanceof SyntaxError) return { broken: value.message };
    if (!isRecord(value) || !root) return { broken: at({ line: 1, column: 1 }, 'The file must hold one JSON object, { … }.') };
    return { document: { text, positionAt: positions, value, root, duplicates: findDuplicates(root, positions) } };
  } catch (error) {
    if (error instanceof JsonLimitError) return { broken: `The file is ${error.message}.` };
    return { broken: errorMessage(error) };
  }
}

/** The document of a text that is going to be edited. @throws AppError `conflict` if it has a mistake. */
export function editableDocument(text: string): SettingsDocument {
  const parsed = parseSettingsDocument(text);
  if ('broken' in parsed) throw new AppError('conflict', `The file has a mistake, so it isn’t changed; fix it first. ${parsed.broken}`);
  return parsed.document;
}

/** @throws JsonLimitError */
function valueOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

function positionFinder(text: string): (offset: number) => TextPosition {
  const lineStarts = [0];
  for (let index = text.indexOf('\n'); index !== -1; index = text.indexOf('\n', index + 1)) lineStarts.push(index + 1);
  return (offset) => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
  };
}

export function at(position: TextPosition, message: string): string {
  return `Line ${position.line}, column ${position.column}: ${message}`;
}

/** The node at a path of keys and indexes. Of duplicate keys the last one counts, as in `JSON.parse`. */
export function nodeAt(root: Node | undefined, path: readonly PropertyKey[]): Node | undefined {
  let node = root;
  for (const step of path) {
    if (node?.type === 'object') {
      node = node.children?.findLast((property) => property.children?.[0]?.value === step)?.children?.[1];
    } else if (node?.type === 'array' && typeof step === 'number') {
      node = node.children?.[step];
    } else {
      return undefined;
    }
  }
  return node;
}

function findDuplicates(root: Node, positionAt: (offset: number) => TextPosition): SettingsDocument['duplicates'] {
  const found: { key: string; position: TextPosition }[] = [];
  const visit = (node: Node, depth: number): void => {
    if (depth > MAX_DEPTH) throw new JsonLimitError('nested too deeply');
    if (node.type === 'object') {
      const seen = new Set<string>();
      for (const property of node.children ?? []) {
        const key = String(property.children?.[0]?.value);
        if (seen.has(key)) found.push({ key, position: positionAt(property.offset) });
        seen.add(key);
      }
    }
    for (const child of node.children ?? []) visit(child, depth + 1);
  };
  visit(root, 0);
  return found;
}

type ErrorName = ReturnType<typeof printParseErrorCode>;

const PROBLEM_TEXTS: Partial<Record<ErrorName, string>> = {
  InvalidCommentToken: 'Comments are not allowed in settings files.',
  CommaExpected: 'A comma is missing.',
  ColonExpected: 'A colon is missing.',
  CloseBraceExpected: 'A closing } is missing.',
  CloseBracketExpected: 'A closing ] is missing.',
  PropertyNameExpected: 'A key in double quotes is expected here (is there a comma too many?).',
  ValueExpected: 'A value is expected here (is there a comma too many?).',
  EndOfFileExpected: 'The file goes on after the end of its JSON object.',
  UnexpectedEndOfString: 'A string is not closed.',
  InvalidEscapeCharacter: 'An escape in a string is not valid; write two backslashes for one.',
  InvalidUnicode: 'A Unicode escape in a string is not valid.',
  InvalidCharacter: 'A character that is not allowed in a string.',
};

function problemText(name: ErrorName): string {
  return PROBLEM_TEXTS[name] ?? 'This is not valid JSON.';
}
