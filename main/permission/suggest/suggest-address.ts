import type { CommandFact } from '#shared/permission/facts.ts';
import { sqliteQuery } from '../shell/commands/languages/sql-queries.ts';

/**
 * A rule text that covers all requests to one address: a site, a GitHub repository, a machine, a database. It keeps the words before the
 * address, so the rule covers only this way of asking. Undefined when no address is spelled out.
 */
export function addressRuleText(command: CommandFact): string | undefined {
  if (command.beyondPrefix.length > 0) return undefined;
  const start = command.program === 'sqlite3' ? queryStart(command) : STARTS.get(command.program)?.exec(command.strictText)?.[0];
  return start === undefined || /[*\\$`\n]/u.test(start) ? undefined : `${start}*`;
}

const QUOTED_OR_PLAIN = String.raw`(?:'[^'\n]*'|"[^"\n]*"|[\w.-]+)`;

const STARTS: ReadonlyMap<string, RegExp> = new Map([
  [
    'curl',
    new RegExp(
      String.raw`^curl(?: (?:-[sSfLkIiv]+|--(?:silent|show-error|fail|location|compressed|head|include|verbose)|-o \/dev\/null|(?:-H|-X|-m|-w|--header|--request|--max-time|--connect-timeout|--write-out) ${QUOTED_OR_PLAIN}))* ["']?https?:\/\/[A-Za-z0-9.:-]+\/`,
      'u',
    ),
  ],
  // `gh api` counts as code except in its forms that only send GET requests.
  ['gh', /^gh api ["']?\/?(?:repos\/[\w.{}-]+\/[\w.{}-]+|(?:orgs|users)\/[\w.-]+)\//u],
  // Only port checks, which send nothing.
  ...['nc', 'ncat', 'netcat'].map((name): [string, RegExp] => [
    name,
    new RegExp(String.raw`^${name} (?:-(?:v|n|u|w ?\d+) )*-(?:z|zv|vz)(?: -(?:v|n|u|w ?\d+))* [A-Za-z0-9][A-Za-z0-9.-]* `, 'u'),
  ]),
]);

/** Everything up to the first word of the query: `sqlite3 app.db "SELECT `, `sqlite3 app.db ".`. */
function queryStart({ argv, strictText }: CommandFact): string | undefined {
  const query = sqliteQuery(argv.slice(1));
  if (query === undefined) return undefined;
  const start = /^sqlite3(?: -[a-z]+)* ["']?[\w./~@%+=,-]+["']? ["'](?:\.|[A-Za-z]+ )/u.exec(strictText)?.[0];
  return start?.includes(query.file) === true ? start : undefined;
}
