type Input = Readonly<Record<string, unknown>>;

/** One problem with an input, worded so that the model can fix it. */
export interface InputIssue {
  readonly path: readonly PropertyKey[];
  readonly text: string;
  /** The expected type, when the value has another. */
  readonly expected?: string;
}

export function missing(path: readonly PropertyKey[]): InputIssue {
  return { path, text: `The required parameter \`${spell(path)}\` is missing` };
}

export function unexpected(path: readonly PropertyKey[]): InputIssue {
  return { path, text: `An unexpected parameter \`${spell(path)}\` was provided` };
}

export function wrongType(path: readonly PropertyKey[], expected: string, value: unknown): InputIssue {
  return {
    path,
    expected,
    text: `The parameter \`${spell(path)}\` type is expected as \`${expected}\` but provided as \`${typeName(value)}\``,
  };
}

export function otherwiseWrong(path: readonly PropertyKey[], message: string): InputIssue {
  return { path, text: path.length === 0 ? message : `The parameter \`${spell(path)}\` is wrong: ${message}` };
}

/** Drops fields whose names start with `_`: only the app may set them (SPEC P1). */
export function withoutInternalFields(input: Input): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !name.startsWith('_')));
}

/** A copy in which strings are converted to the expected numbers and booleans; `undefined` if nothing could be repaired. */
export function withRepairedTypes(input: Input, issues: readonly InputIssue[]): Record<string, unknown> | undefined {
  let repaired: Record<string, unknown> | undefined;
  for (const { path, expected } of issues) {
    const [name, ...deeper] = path;
    if (typeof name !== 'string' || deeper.length > 0 || !Object.hasOwn(input, name)) continue;
    const value = spelledValue(input[name], expected);
    if (value !== undefined) repaired = { ...(repaired ?? input), [name]: value };
  }
  return repaired;
}

function spelledValue(value: unknown, expected: string | undefined): number | boolean | undefined {
  if (typeof value !== 'string') return undefined;
  if (expected === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  if (expected !== 'number' && expected !== 'integer') return undefined;
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function spell(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
