import { MAX_VALUE_DEPTH } from '#shared/json-limits.ts';
import { GrowingText } from './growing-text.ts';

/** A value of an input that isn't a list or an object, at any depth. */
export interface PartialField {
  /** Its place: `content`, `edits[0].old_string`. */
  readonly name: string;
  /** `word`: a number, `true`, `false` or `null`. */
  readonly kind: 'string' | 'word';
  readonly text: GrowingText;
  /** It may still grow. */
  isOpen: boolean;
}

interface Container {
  /** What the names of the fields in it begin with. */
  readonly prefix: string;
  readonly isList: boolean;
  /** The key being read, or the index. */
  key: string;
  index: number;
}

type State =
  | 'value'
  | 'firstValue'
  | 'key'
  | 'firstKey'
  | 'colon'
  | 'afterValue'
  | 'word'
  | 'string'
  | 'escape'
  | 'unicode'
  /** After the end, or after something that isn't JSON: the rest is ignored. */
  | 'stopped';

const MAX_NAME_CHARS = 100;
/** Fields kept: the last ones of any depth, and the first ones of the input itself. */
const MAX_FIELDS = 12;
const MAX_VALUES = 24;
/** What a tool needs of a text to say in a line what the call is about. */
const MAX_VALUE_CHARS = 400;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };

const PLAIN = /[^"\\]*/y;
const WORD = /[\w+.-]*/y;
const BLANK = /[ \t\n\r]*/y;

/**
 * The input of a call while its JSON arrives, for display only: what runs is parsed strictly from the complete text. Reads each character
 * once. Never throws: at something that isn't JSON it stops and keeps what it has.
 */
export class PartialInput {
  readonly #containers: Container[] = [];
  readonly #values = new Map<string, PartialField>();
  #fields: PartialField[] = [];
  #count = 0;
  #state: State = 'value';
  /** Where a string's text goes; `undefined` while it is a key. */
  #field: PartialField | undefined;
  #digits = '';

  add(piece: string): void {
    for (let at = 0; at < piece.length && this.#state !== 'stopped';) at = this.#read(piece, at);
  }

  /** The last few fields, in order. */
  get fields(): readonly PartialField[] {
    return this.#fields;
  }

  /** Fields before those. */
  get earlier(): number {
    return this.#count - this.#fields.length;
  }

  /** The input's own texts, numbers and booleans, as far as they have arrived; long texts are cut. */
  get values(): Record<string, unknown> {
    return Object.fromEntries([...this.#values].flatMap(([key, field]) => valueOf(field).map((value) => [key, value])));
  }

  /** Returns where to read on, which is further on than `at` unless the state changed. */
  #read(piece: string, at: number): number {
    switch (this.#state) {
      case 'string':
        return this.#readString(piece, at);
      case 'escape':
        return this.#readEscape(piece, at);
      case 'unicode':
        return this.#readUnicode(piece, at);
      case 'word':
        return this.#readWord(piece, at);
      default:
        return this.#readStructure(piece, at);
    }
  }

  #readString(piece: string, at: number): number {
    const end = endOf(PLAIN, piece, at);
    this.#append(piece.slice(at, end));
    if (end === piece.length) return end;
    if (piece[end] === '\\') this.#state = 'escape';
    else if (this.#field) this.#closeField();
    else this.#state = 'colon';
    return end + 1;
  }

  #readEscape(piece: string, at: number): number {
    const character = piece[at] ?? '';
    if (character === 'u') {
      this.#digits = '';
      this.#state = 'unicode';
    } else {
      const escaped = Object.hasOwn(ESCAPES, character) ? ESCAPES[character] : undefined;
      this.#state = escaped === undefined ? 'stopped' : 'string';
      this.#append(escaped ?? '');
    }
    return at + 1;
  }

  #readUnicode(piece: string, at: number): number {
    this.#digits += piece[at] ?? '';
    if (!/^[\da-f]+$/i.test(this.#digits)) this.#state = 'stopped';
    else if (this.#digits.length === 4) {
      this.#append(String.fromCharCode(Number.parseInt(this.#digits, 16)));
      this.#state = 'string';
    }
    return at + 1;
  }

  #readWord(piece: string, at: number): number {
    const end = endOf(WORD, piece, at);
    this.#append(piece.slice(at, end));
    if (end < piece.length) this.#closeField();
    return end;
  }

  #readStructure(piece: string, from: number): number {
    const at = endOf(BLANK, piece, from);
    const character = piece[at];
    if (character === undefined) return at;
    const container = this.#containers.at(-1);
    const isValue = this.#state === 'value' || this.#state === 'firstValue';
    if (isValue && (character === '{' || character === '[')) this.#openContainer(character === '[');
    // Inputs are objects.
    else if (!container) this.#state = 'stopped';
    else if (isValue && character === '"') this.#openField('string');
    else if (isValue && /[-\dtfn]/.test(character)) {
      this.#openField('word');
      return at;
    } else if ((this.#state === 'key' || this.#state === 'firstKey') && character === '"') {
      container.key = '';
      this.#field = undefined;
      this.#state = 'string';
    } else if (this.#state === 'colon' && character === ':') this.#state = 'value';
    else if (this.#state === 'afterValue' && character === ',') {
      container.index += 1;
      this.#state = container.isList ? 'value' : 'key';
    } else if (character === (container.isList ? ']' : '}') && ['afterValue', 'firstValue', 'firstKey'].includes(this.#state)) {
      this.#containers.pop();
      this.#state = 'afterValue';
    } else this.#state = 'stopped';
    return at + 1;
  }

  #openContainer(isList: boolean): void {
    const prefix = this.#containers.length === 0 ? '' : `${this.#place()}${isList ? '' : '.'}`;
    if (this.#containers.length >= MAX_VALUE_DEPTH || (isList && this.#containers.length === 0)) {
      this.#state = 'stopped';
      return;
    }
    this.#containers.push({ prefix: prefix.slice(0, MAX_NAME_CHARS), isList, key: '', index: 0 });
    this.#state = isList ? 'firstValue' : 'firstKey';
  }

  /** Of the value that begins here. */
  #place(): string {
    const container = this.#containers.at(-1);
    if (!container) return '';
    return container.prefix + (container.isList ? `[${container.index}]` : container.key);
  }

  #openField(kind: PartialField['kind']): void {
    const name = this.#place().slice(0, MAX_NAME_CHARS).toWellFormed();
    const field: PartialField = { name, kind, text: new GrowingText(), isOpen: true };
    // A repeated key replaces the value before.
    const others = this.#fields.filter((one) => one.name !== name);
    this.#count += 1 - (this.#fields.length - others.length);
    this.#fields = [...others, field].slice(-MAX_FIELDS);
    const key = this.#containers.length === 1 ? this.#containers[0]?.key : undefined;
    if (key !== undefined && (this.#values.has(key) || this.#values.size < MAX_VALUES)) this.#values.set(key, field);
    this.#field = field;
    this.#state = kind;
  }

  #closeField(): void {
    if (this.#field) this.#field.isOpen = false;
    this.#field = undefined;
    this.#state = 'afterValue';
  }

  #append(text: string): void {
    const container = this.#containers.at(-1);
    if (this.#field) this.#field.text.add(text);
    else if (container && container.key.length < MAX_NAME_CHARS) container.key += text.slice(0, MAX_NAME_CHARS);
  }
}

/** Where a match of the sticky pattern at `at` ends. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Nothing for a word that isn't complete. */
function valueOf({ kind, text, isOpen }: PartialField): readonly (string | number | boolean)[] {
  const start = text.first(Infinity, MAX_VALUE_CHARS);
  if (kind === 'string') return [start];
  if (isOpen || start === 'null') return [];
  return start === 'true' || start === 'false' ? [start === 'true'] : [Number(start)];
}
