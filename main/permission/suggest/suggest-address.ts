import type { CommandFact } from '#shared/permission/facts.ts';
import { sqliteQuery } from '../shell/commands/languages/sql-queries.ts';

/**
 * A rule text that covers all requests to one address: a site, a GitHub repository, a machine. It keeps the words before the address, so the
 * rule covers only this way of asking. Undefined when no address is spelled out, or within quotes: a rule that ends there can't be read.
 */
export function addressRuleText(command: CommandFact): string | undefined {
  if (command.beyondPrefix.length > 0) return undefined;
  if (command.program === 'sqlite3') return queryText(command);
  const start = STARTS.get(command.program)?.exec(command.strictText)?.[0];
  return start === undefined || /[*\\$`\n]/u.test(start) ? undefined : `${start}*`;
}

const QUOTED_OR_PLAIN = String.raw`(?:'[^'\n]*'|"[^"\n]*"|[\w.-]+)`;

const STARTS: ReadonlyMap<string, RegExp> = new Map([
  [
    'curl',
    new RegExp(
      String.raw`^curl(?: (?:-[sSfLkIiv]+|--(?:silent|show-error|fail|location|compressed|head|include|verbose)|-o \/dev\/null|(?:-H|-X|-m|-w|--header|--request|--max-time|--connect-timeout|--write-out) ${QUOTED_OR_PLAIN}))* https?:\/\/[A-Za-z0-9.:-]+\/`,
      'u',
    ),
  ],
  // `gh api` counts as code except in its forms that only send GET requests.
  ['gh', /^gh api \/?(?:repos\/[\w.{}-]+\/[\w.{}-]+|(?:orgs|users)\/[\w.-]+)\//u],
  // Only port checks, which send nothing.
  ...['nc', 'ncat', 'netcat'].map((name): [string, RegExp] => [
    name,
    new RegExp(String.raw`^${name} (?:-(?:v|n|u|w ?\d+) )*-(?:z|zv|vz)(?: -(?:v|n|u|w ?\d+))* [A-Za-z0-9][A-Za-z0-9.-]* `, 'u'),
  ]),
]);

/** The query as it is: its own stars, as in `SELECT *`, stand for anything, which is checked to be a query each time. */
function queryText({ argv, strictText }: CommandFact): string | undefined {
  if (!strictText.includes('*') || /[\\$`\n]/u.test(strictText) || strictText.length > LONGEST) return undefined;
  return sqliteQuery(argv.slice(1)) === undefined ? undefined : strictText;
}

/** A longer rule can't be read. */
const LONGEST = 500;
