/** How a program reads its options, in the format of `OptionSpec.options`; see `option-spec.ts`. */
export interface OptionTable {
  readonly options: string;
  /** Each word is one option, and two dashes mean the same as one (sqlite3, duckdb). */
  readonly oneDash?: true;
  /** Everything after the first operand belongs to it (interpreters). */
  readonly stopsAtOperand?: true;
}

export interface GivenOption {
  /** As in the table, or as written if it isn't there. */
  readonly name: string;
  readonly value: string | undefined;
}

export interface GivenOptions {
  readonly given: readonly GivenOption[];
  readonly operands: readonly string[];
  /** Every option is in the table, and none is an abbreviation of several. */
  readonly known: boolean;
}

type Takes = 'nothing' | 'joined' | 'one' | 'two';

const compiled = new WeakMap<OptionTable, ReadonlyMap<string, Takes>>();

function compile(table: OptionTable): ReadonlyMap<string, Takes> {
  const found = compiled.get(table);
  if (found !== undefined) return found;
  const names = table.options.split(/\s+/u).flatMap((token): (readonly [string, Takes])[] => {
    const [, name = '', mark = ''] = /^(-{1,2}[^:=[]+)(\[=\]|::|[:=])?$/u.exec(token) ?? [];
    return name === '' ? [] : [[name, mark === '' ? 'nothing' : mark === '[=]' ? 'joined' : mark === '::' ? 'two' : 'one']];
  });
  const result = new Map(names);
  compiled.set(table, result);
  return result;
}

/**
 * Tells options, their values and operands apart as the program does: joined values, letters in one word, unique abbreviations. After an
 * option that isn't in the table, nothing is sure: its value may be the rest of the word, or the next one.
 */
export function givenOptions(values: readonly (string | null)[], table: OptionTable): GivenOptions {
  const names = compile(table);
  const given: GivenOption[] = [];
  const operands: string[] = [];
  let known = true;
  let i = 0;
  const take = (name: string, takes: Takes): void => {
    const value = takes === 'one' || takes === 'two' ? (values[i + 1] ?? '') : undefined;
    if (takes === 'one') i++;
    if (takes === 'two') i += 2;
    given.push({ name, value });
  };
  const unknown = (name: string): void => {
    known = false;
    given.push({ name, value: undefined });
  };
  for (; i < values.length; i++) {
    const value = values[i] ?? '';
    if (value === '--') {
      operands.push(...values.slice(i + 1).map((one) => one ?? ''));
      break;
    }
    if (!/^-./su.test(value)) {
      operands.push(value);
      if (table.stopsAtOperand !== true) continue;
      operands.push(...values.slice(i + 1).map((one) => one ?? ''));
      break;
    }
    if (table.oneDash === true) {
      const name = value.replace(/^--/u, '-');
      const takes = names.get(name);
      if (takes === undefined) unknown(name);
      else take(name, takes);
    } else if (value.startsWith('--')) readLong(value);
    else readLetters(value);
  }
  return { given, operands, known };

  function readLong(value: string): void {
    const [, written = '', joined] = /^(--[^=]*)(?:=(.*))?$/su.exec(value) ?? [];
    const matching = names.has(written) ? [written] : [...names.keys()].filter((one) => one.startsWith(written));
    const [name] = matching;
    if (name === undefined || matching.length > 1) known = false;
    for (const one of matching.slice(1)) given.push({ name: one, value: joined });
    if (name === undefined) return unknown(written);
    if (joined !== undefined) given.push({ name, value: joined });
    else take(name, names.get(name) ?? 'nothing');
  }

  function readLetters(value: string): void {
    const whole = names.get(value);
    if (whole !== undefined) return take(value, whole);
    for (let at = 1; at < value.length; at++) {
      const name = `-${value.charAt(at)}`;
      const takes = names.get(name);
      if (takes === undefined) return unknown(name);
      const rest = value.slice(at + 1);
      if (takes !== 'nothing' && rest !== '') {
        given.push({ name, value: rest });
        return;
      }
      take(name, takes === 'joined' ? 'nothing' : takes);
    }
  }
}
