/**
 * Maximum depth of lists and objects in one value: an input, a schema, an answer. Far more than real values have, and little enough for
 * recursive code.
 */
export const MAX_VALUE_DEPTH = 200;
/** Maximum depth of a text that contains such values: a line of a log, a message, a file. */
export const MAX_TEXT_DEPTH = MAX_VALUE_DEPTH + 56;
/** Maximum number of lists, objects and their entries in one value or text. */
export const MAX_NODES = 2_000_000;

/** JSON that exceeds the limits. The message is a clause: “nested deeper than 200 levels”. */
export class JsonLimitError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'JsonLimitError';
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * Parses JSON of any origin. The text is measured first, since deeply nested text would take many times its size in memory.
 * @throws JsonLimitError past the limits, SyntaxError for a text that isn't JSON.
 */
export function parseJson(text: string, maxDepth = MAX_TEXT_DEPTH): unknown {
  // Shorter texts can't exceed either limit.
  if (text.length > maxDepth) measure(text, maxDepth);
  return JSON.parse(text);
}

/** Why a value that was parsed elsewhere exceeds the limits; `undefined` when it doesn't. */
export function jsonProblem(value: unknown, maxDepth = MAX_VALUE_DEPTH): string | undefined {
  let level: unknown[] = [value];
  let nodes = 0;
  for (let depth = 0; ; depth += 1) {
    const inner: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      for (const part of Array.isArray(one) ? one : Object.values(one)) {
        nodes += 1;
        if (typeof part === 'object' && part !== null) inner.push(part);
      }
      if (nodes > MAX_NODES) return tooMany();
    }
    if (inner.length === 0) return undefined;
    if (depth + 1 >= maxDepth) return tooDeep(maxDepth);
    level = inner;
  }
}

function measure(text: string, maxDepth: number): void {
  let depth = 0;
  let nodes = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
        nodes += 1;
        break;
      case 0x5b:
      case 0x7b:
        nodes += 1;
        depth += 1;
        if (depth > maxDepth) throw new JsonLimitError(tooDeep(maxDepth));
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
    }
  }
  if (nodes > MAX_NODES) throw new JsonLimitError(tooMany());
}

/** The index at which the string that begins at `start`, or the text, ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function tooDeep(maxDepth: number): string {
  return `nested deeper than ${maxDepth} levels`;
}

function tooMany(): string {
  return `made of more than ${MAX_NODES / 1_000_000} million parts`;
}
