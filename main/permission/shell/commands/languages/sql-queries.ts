/** Options of sqlite3 for the output format, and those of them that take a value (sqlite3 shell manual, 3.4x). */
const LOOKS: ReadonlySet<string> = new Set(
  'ascii batch bail box column csv echo header html json line list markdown noheader nofollow quote readonly safe table tabs'.split(' '),
);
const VALUED: ReadonlySet<string> = new Set(['separator', 'nullvalue', 'newline']);

/** Shell commands that list what exists, or set the output format. A name may follow. */
const TELLS = /^\.(?:tables|schema|indexes|databases|headers?|mode|width)(?: [\w%*. ]*)?$/u;

/** First words of read-only statements. */
const ASKS = /^(?:select|with|values|explain)\b/iu;
/** Words of statements that change something, and functions and tables that access files or load code, however they are quoted. */
const CHANGES =
  /\b(?:insert|update|delete|attach|detach|vacuum|create|alter|drop|pragma|reindex|analyze|begin|commit)\b|\breplace\s+into\b/iu;
const REACHES_FILES =
  /load_extension|readfile|writefile|fsdir|lsdir|lsmode|zipfile|sqlar|fts3_tokenizer|readdbpage|\b(?:edit|eval|csv|vsv|dbdata|dbptr)\b/iu;

/** The sqlite3 shell's own commands that only show something or set how. It accepts abbreviations of all others. */
const TAME_COMMANDS =
  /^(?:tables|schema|fullschema|indexes|indices|databases|headers?|mode|width|dump|show|stats|timer|bail|nullvalue|separator|echo|explain|eqp|help|version|vfsinfo|vfslist|lint|print|changes|dbinfo|limit|sha3sum|scanstats|timeout|quit|exit|intck|connection)$/u;

/** Whether a text after the database's name is code for the sqlite3 shell that may run a program, or access files besides the database. */
export function reachesBeyondDatabase(text: string): boolean {
  const commands = [...text.matchAll(/^\s*\.(\S*)/gmu)].map((found) => found[1] ?? '');
  if (commands.some((name) => !TAME_COMMANDS.test(name))) return true;
  const statements = text.replace(/^\s*\..*$/gmu, '');
  return [statements, withoutComments(statements)].some((one) => REACHES_FILES.test(one) || ATTACHES.test(one) || VACUUMS_INTO.test(one));
}

/** The innermost comments: what looks like the start of one may be part of a string. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*(?:(?!\/\*)[\s\S])*?\*\/|--[^\n]*/gu, ' ');
}

const ATTACHES = /\battach\b(?!\s*')[^;]*\bas\b|\battach\b\s*(?:database\s*)?['"]/iu;
/** Writes a copy of the database to another file. */
const VACUUMS_INTO = /\bvacuum\b[^;]*\binto\b/iu;

export interface SqliteQuery {
  /** The database file. */
  readonly file: string;
  /** Its index among the words after the program. */
  readonly at: number;
}

/** Parses an sqlite3 call that only queries one database file, with every word known; undefined for all others. */
export function sqliteQuery(values: readonly (string | null)[]): SqliteQuery | undefined {
  let at = 0;
  for (; values[at]?.startsWith('-') === true; at++) {
    const name = values[at]?.replace(/^--?/u, '') ?? '';
    if (VALUED.has(name)) at++;
    else if (!LOOKS.has(name)) return undefined;
  }
  const file = values[at];
  const asked = values.slice(at + 1);
  if (typeof file !== 'string' || !/^[\w./~@%+=,-]+$/u.test(file) || asked.length === 0) return undefined;
  return asked.every((text) => text !== null && onlyAsks(text)) ? { file, at } : undefined;
}

function onlyAsks(text: string): boolean {
  if (TELLS.test(text.trim())) return true;
  if (REACHES_FILES.test(text)) return false;
  // Removes strings and quoted names; an unclosed one or the start of a comment stays, and so isn't a plain query.
  const bare = text.replace(/'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/gu, "''");
  if (/--|\/\*|[`"[]|^\s*\./mu.test(bare) || CHANGES.test(bare)) return false;
  const statements = bare.split(';').map((one) => one.trim());
  return statements.some((one) => one !== '') && statements.every((one) => one === '' || ASKS.test(one));
}

/** The start of a query, where a rule's fixed part ends inside one: `sqlite3 app.db "SELECT` or `sqlite3 app.db ".schema`. */
const IN_QUERY = /["'](?:\.[a-z]*|(?:select|with|values|explain)\b[^"']*)$/iu;

/** Whether a rule's fixed part that ends inside a query only matches further queries. */
export function staysInQuery(program: string, values: readonly (string | null)[], fixed: string): boolean {
  return program !== 'sqlite3' || !IN_QUERY.test(fixed.trimEnd()) || sqliteQuery(values) !== undefined;
}
