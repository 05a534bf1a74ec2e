import { CLIENTS } from '../database-clients.ts';
import { givenOptions, type GivenOptions } from '../given-options.ts';
import { reachesBeyondDatabase, withoutComments } from '../languages/sql-queries.ts';
import { type Form, RUNS, UNLISTED } from './form.ts';

function given(program: string, values: readonly string[]): GivenOptions {
  return givenOptions(values, CLIENTS.get(program)?.table ?? { options: '' });
}

/** `file:x.db?mode=ro` is a file as plain as `x.db`; any other address may be decoded to another file. */
const PLAIN_ADDRESS = /^file:[\w-]+\.(?:db|sqlite3?)(?:\?(?:mode=(?:ro|rw)|immutable=1))?$/u;

const sqlite = (program: string): readonly Form[] => [
  { when: (values) => given(program, values).given.some(({ name }) => /^-(?:cmd|init|ui|f)$/u.test(name)), why: RUNS },
  { operand: /^--?(?:archive|A[a-z]*)$/u, why: 'it unpacks or packs files' },
  { operand: /^[^-]*\.(?:shell|system|load|import|output|once|read)/u, why: RUNS },
  { when: (values) => texts(program, values).some(reachesBeyondDatabase), why: RUNS },
  {
    when: (values) => values.some((value) => /^file:/iu.test(value) && !PLAIN_ADDRESS.test(value)),
    why: 'an address says which file it opens',
  },
  { when: (values) => !given(program, values).known, why: UNLISTED },
];

/** Statements and commands: after the database, and as values of options. */
function texts(program: string, values: readonly string[]): readonly string[] {
  const { operands, given: named } = given(program, values);
  return [...operands.slice(1), ...named.flatMap(({ name, value }) => (/^-[cs]$/u.test(name) && value !== undefined ? [value] : []))];
}

/** What MySQL's client runs, and whose settings it takes. */
const MYSQL_RUNS = /^(?:-e|--(?:execute|init-command(?:-add)?|pager|plugin-dir|default-auth|defaults-(?:extra-)?file|system-command))$/u;

/** Statements of DuckDB that load extensions, or reach files by their names (its manual). */
const DUCKDB_FILES =
  /\b(?:install|load|copy|export|import|secret|attach)\b|\b(?:read|parquet|sniff|glob|st_read)\w*\s*\(|\b(?:from|join)\s*['"][^'"]*[./][^'"]*['"]/iu;

/** Clients of databases. */
export const DATABASE_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  ['sqlite3', sqlite('sqlite3')],
  [
    'duckdb',
    [
      ...sqlite('duckdb'),
      {
        when: (values) => texts('duckdb', values).some((text) => DUCKDB_FILES.test(withoutComments(text))),
        why: 'it loads extensions, or reaches other files',
      },
    ],
  ],
  ...['mysql', 'mariadb'].map((name): [string, readonly Form[]] => [
    name,
    [
      { when: (values) => given(name, values).given.some((one) => MYSQL_RUNS.test(one.name)), why: RUNS },
      {
        when: (values) => given(name, values).given.some((one) => /^--(?:local-infile|load-data-local-dir)$/u.test(one.name)),
        why: 'it lets the server read files',
      },
      { when: (values) => !given(name, values).known, why: UNLISTED },
    ],
  ]),
  [
    'psql',
    [
      { operand: /\\!|\\copy|\bPROGRAM\b/iu, why: RUNS },
      { value: /^\s*\\(?!(?:d\w*|l|z|s[fv]|conninfo|encoding|timing|x|[tah?])\+?S?(?:\s|$))/u, why: RUNS },
      { when: (values) => given('psql', values).given.some(({ name }) => name === '-f' || name === '--file'), why: RUNS },
      { when: (values) => !given('psql', values).known, why: UNLISTED },
      { operand: /\b(?:lo_(?:im|ex)port|pg_(?:read|ls|stat)_\w+)\s*\(/iu, why: 'it reaches files of the server' },
    ],
  ],
];
