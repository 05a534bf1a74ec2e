import { joinedValues } from './forms/form.ts';
import { withoutComments } from './languages/sql-queries.ts';
import { innerStart } from './named-runners.ts';
import { isTextValue, PROJECT_TOOLS, SCRIPT_PROGRAMS, segmentsOf, TASK_PROGRAMS } from './program-names.ts';

/**
 * Words that make any program delete, end or remove things: a verb among the operands (`s3 rm`, `delete-bucket`, `db:drop`), an option
 * (`--delete`), an HTTP method, or a statement in a text (`DROP TABLE`).
 */
export interface DestroyingWord {
  readonly word: string;
  /** No prefix rule covers it. Otherwise a rule with this very word in its fixed part does. */
  readonly always: boolean;
}

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** What they remove can't be restored. */
const FINAL_VERBS = set(
  'delete deletes deletion deleteall deletefile destroy destroyed drop dropdb dropuser purge terminate wipe erase truncate flush flushall flushdb',
  'expunge obliterate decommission undefine revoke yank unpublish zap rmr deltree nuke',
);

/** Destructive in many programs, but not all. */
const ENDING_VERBS = set(
  'rm rmi rb del remove removenode deinit reset resetwal resetstat prune uninstall deregister unregister unregistervm unsubscribe clean',
  'clear clearsnapshot cleanup autoremove stop stopall kill killall quit shutdown poweroff halt reboot disable mask deactivate detach',
  'disassociate deallocate evict drain cordon taint rollback undo revert downgrade down forget unset unlink unbundle cancel abort archive',
  'suspend expire discard leave eject seal logout deprecate unload swapoff umount gc segfault refunds refund isolate rmdirs fresh',
  'dropall removeall publish',
);

/** Verbs that make an option destructive. Some verbs are harmless in options: `--clean`, `--stop-at`. */
const OPTION_VERBS = set(
  'delete destroy drop purge terminate wipe erase truncate flush expunge revoke zap remove reset prune uninstall deregister unregister force',
  'kill nuke vacuum absent rotate push',
);

/** Read-only verbs: the next word is the name of something. */
const READING_VERBS = set('get describe show view inspect help explain ls status search');

/** Last parts of a compound word that turn it into a query. */
const NOT_THE_VERB = set('list get describe show view');

/** Everyday uses of such a word: what is removed can be restored from the project or its registry. */
const EVERYDAY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['pip', 'pip3', 'composer', 'gem', 'bundle', 'mix', 'rebar3'].map((name) => [name, set('remove uninstall clean down')] as const),
  ['docker', set('stop down')],
  ['podman', set('stop down')],
]);

const TASK_VERBS = set('destroy drop purge terminate wipe nuke truncate erase');

/** Scripts that are command-line tools with verbs of their own. */
export const COMMAND_SCRIPT = /^(?:.*\/)?(?:manage\.py|artisan|console|rails|rake|spark)$/u;

const STATEMENT =
  /\b(?:drop|truncate|undrop)\s+(?:if\s+exists\s+)?["'`\w]|\b(?:delete|revoke)\b[^;]*?\bfrom\b|\balter\b[^;]*?\b(?:drop|delete|detach)\b|\breassign\s+owned\b|\bvacuum\b[^;]*\binto\b|\bupdate\s+["'`\w.]+\s+set\b(?![^;]*\bwhere\b)/iu;
const IN_TEXT =
  /\.(?:drop\w*|remove\w*|delete\w*|findOneAndDelete|shutdownServer)\s*\(|\bdropDatabase\b|["'](?:DELETE|DESTROY|REMOVE|PURGE)["']|\bstate=absent\b|"finalizers"\s*:\s*(?:null|\[\])|["']?purge_everything/iu;

/** The first destructive word; undefined when there is none. `values` are the words after the program. */
export function destroyingWord(program: string, values: readonly (string | null)[]): DestroyingWord | undefined {
  if (program === 'git' || PROJECT_TOOLS.has(program)) return undefined;
  const inner = innerStart(program, values);
  if (inner !== undefined) return destroyingWord(values[inner] ?? '', values.slice(inner + 1));
  const own = EVERYDAY.get(program);
  if (SCRIPT_PROGRAMS.has(program)) {
    const script = values.findIndex((value) => value !== null && COMMAND_SCRIPT.test(value));
    return script < 0 ? undefined : destroyingWord('', values.slice(script + 1));
  }
  if (TASK_PROGRAMS.has(program)) return inTaskName(values);
  const named = byName(program);
  if (named !== undefined) return named;
  let looking = false;
  for (const [index, value] of values.entries()) {
    if (value === null || isTextValue(program, values, index)) continue;
    if (/[\s({]|\/\*.*\*\//su.test(value)) {
      if ([value, ...joinedValues(value)].some(destroys)) return { word: value, always: true };
      continue;
    }
    if (value.startsWith('-')) {
      const option = optionVerb(value);
      if (option !== undefined) return option;
      continue;
    }
    if (looking || !/^[A-Za-z][\w:.-]*$/u.test(value)) continue;
    const behindOption = values[index - 1]?.startsWith('-') === true;
    const segments = segmentsOf(value);
    if (READING_VERBS.has(segments[0] ?? '') || (segments.length > 1 && NOT_THE_VERB.has(segments[0] ?? ''))) {
      looking = !behindOption;
      continue;
    }
    if (losesRows(values, index)) return { word: value, always: true };
    const found = verbIn(value, segments, own);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Comments separate words as blanks do. */
function destroys(text: string): boolean {
  return [text, withoutComments(text)].some((one) => STATEMENT.test(one) || IN_TEXT.test(one));
}

/** What holds the rows of a database, in names of tasks and in sub-commands. */
const TABLES = '(?:db|database|pg|ecto|schema|migrations?|migrate)';
/** Makes the tables anew, or takes them all back, without what is in them: `db:reset`, `database reset`, `migrate:fresh`. */
const ANEW = '(?:reset|fresh|refresh|rollback[:.]all|undo[:.]all)';
const TABLES_ANEW = new RegExp(`^(?:\\w+[:.])?${TABLES}[:.](?:\\w+[:.])*${ANEW}(?:[:.]\\w+)?$`, 'u');
const TABLES_WORD = new RegExp(`^${TABLES}$`, 'u');
const ANEW_WORD = new RegExp(`^${ANEW}$`, 'u');
/** Tasks of Rails that do the same. */
const REMAKES_TABLES = /^db:(?:setup|(?:schema|structure):load|seed:replant)(?::\w+)?$/u;

function losesRows(values: readonly (string | null)[], index: number): boolean {
  const [before, value] = [values[index - 1] ?? '', values[index] ?? ''];
  if (REMAKES_TABLES.test(value) || TABLES_ANEW.test(value)) return true;
  // `migrate app zero` of Django takes back all migrations of the app.
  return (ANEW_WORD.test(value) && TABLES_WORD.test(before)) || (value === 'zero' && values[index - 2] === 'migrate');
}

function verbIn(value: string, segments: readonly string[], own: ReadonlySet<string> | undefined): DestroyingWord | undefined {
  const final = segments.find((segment) => FINAL_VERBS.has(segment));
  if (final !== undefined && !/\.\w+$/u.test(value.replace(/\.(?:drop|reset|delete|destroy)$/u, ''))) return { word: value, always: true };
  const ending = segments.find((segment) => ENDING_VERBS.has(segment) && own?.has(segment) !== true);
  const leads =
    ENDING_VERBS.has(segments[0] ?? '') ||
    /[:._-](?:rm|reset|remove|stop|kill|unset|rollback|disable|clear|undo|all|fresh)\b/iu.test(value);
  return ending !== undefined && leads ? { word: value, always: false } : undefined;
}

/** Options with which a tool empties the database. */
const LOSES_ROWS = set('force-reset accept-data-loss');

function optionVerb(value: string): DestroyingWord | undefined {
  if (/^-(?:[a-z]*X)?(?:DELETE|PURGE)$/u.test(value)) return { word: value, always: true };
  const [name = '', given = ''] = value.replace(/^-+/u, '').split('=');
  if (/^(?:DELETE|PURGE)$/iu.test(given)) return { word: value, always: true };
  if (STATEMENT.test(given) || IN_TEXT.test(given)) return { word: value, always: true };
  if (!/^--?[a-z][a-zA-Z-]{2,}/u.test(value) || given === 'false') return undefined;
  const segments = segmentsOf(name);
  if (segments[0] === 'no' || segments[0] === 'dry' || /orphans$|^force-(?:recreate|rm)$/u.test(name)) return undefined;
  if (LOSES_ROWS.has(name)) return { word: value, always: true };
  const found = segments.some((segment) => OPTION_VERBS.has(segment)) || name === 'delete-excluded';
  return found ? { word: value, always: segments.some((segment) => FINAL_VERBS.has(segment)) } : undefined;
}

/** Programs named after what they destroy. */
function byName(program: string): DestroyingWord | undefined {
  const segments = segmentsOf(program.replace(/\.\w+$/u, ''));
  const found = segments.some((segment) => FINAL_VERBS.has(segment));
  return found ? { word: program, always: true } : undefined;
}

function inTaskName(values: readonly (string | null)[]): DestroyingWord | undefined {
  const end = values.indexOf('--');
  const names = (end < 0 ? values : values.slice(0, end)).filter((value) => value !== null && /^[A-Za-z][\w:.-]*$/u.test(value));
  const name = names.find((value, at) => losesRows(names, at) || segmentsOf(value ?? '').some((segment) => TASK_VERBS.has(segment)));
  return name === undefined || name === null ? undefined : { word: name, always: true };
}
