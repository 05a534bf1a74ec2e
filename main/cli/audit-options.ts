import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { AUDIT_OUTCOMES, type AuditOutcome } from '#main/audit/audit-record.ts';
import type { RecordFilter } from '#main/audit/read-records.ts';
import { REPORT_FORMATS, type ReportFormat } from '#shared/contract/report-formats.ts';
import { parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage.ts';

const AUDIT_FORMATS = ['text', 'jsonl', 'csv'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export type AuditCommand =
  | {
      readonly command: 'report';
      readonly filter: Pick<RecordFilter, 'project' | 'session' | 'since' | 'until'>;
      readonly format: ReportFormat;
    }
  | {
      readonly command: 'verify';
      /** Printed by an earlier check. */
      readonly fingerprint: string | undefined;
    }
  | {
      readonly command: 'list';
      readonly filter: RecordFilter;
      readonly format: AuditFormat;
      /** Newest records to show; `undefined`: all. */
      readonly limit: number | undefined;
    };

const DEFAULT_LIMIT = 50;

const OPTIONS = {
  project: { type: 'string' },
  session: { type: 'string' },
  tool: { type: 'string' },
  outcome: { type: 'string', multiple: true },
  since: { type: 'string' },
  until: { type: 'string' },
  limit: { type: 'string' },
  format: { type: 'string' },
  fingerprint: { type: 'string' },
} as const;

/** Reads the arguments of `gatehouse audit`. @throws UsageError naming the argument and what is expected. */
export function parseAuditOptions(args: readonly string[], now: Date): AuditCommand {
  const { values, positionals } = parseArguments(args, OPTIONS, { allowPositionals: true });
  const [command = 'list', ...more] = positionals;
  if (!['list', 'export', 'report', 'verify'].includes(command))
    throw new UsageError(`audit takes list, export, report or verify, not “${command}”.`);
  if (more.length > 0) throw new UsageError(`audit ${command} takes no “${more[0]}”.`);
  if (command === 'verify') {
    const option = Object.keys(values).find((name) => name !== 'fingerprint');
    if (option !== undefined) throw new UsageError(`audit verify checks everything: it takes no --${option}.`);
    return { command, fingerprint: values.fingerprint === undefined ? undefined : fingerprint(values.fingerprint) };
  }
  if (values.fingerprint !== undefined) throw new UsageError(`--fingerprint is for audit verify, not ${command}.`);
  if (command === 'report') return reportCommand(values, now);
  if (command === 'export' && values.format === undefined) throw new UsageError('audit export needs --format jsonl or csv.');
  const format = oneOf(AUDIT_FORMATS, values.format ?? 'text', '--format');
  if (command === 'export' && format === 'text') throw new UsageError('audit export takes --format jsonl or csv.');
  return {
    command: 'list',
    format,
    limit: limitOf(values.limit, format),
    filter: {
      ...placeAndTime(values, now),
      tool: values.tool === undefined ? undefined : notEmpty(values.tool, '--tool'),
      outcomes: values.outcome?.flatMap((list) =>
        list.split(',').map((one): AuditOutcome => oneOf(AUDIT_OUTCOMES, one.trim(), '--outcome')),
      ),
    },
  };
}

interface Values {
  readonly project?: string | undefined;
  readonly session?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

function placeAndTime(
  { project, session, since, until }: Values,
  now: Date,
): Pick<RecordFilter, 'project' | 'session' | 'since' | 'until'> {
  return {
    project: project === undefined ? undefined : realFolder(project),
    session: session === undefined ? undefined : notEmpty(session, '--session'),
    since: since === undefined ? undefined : moment(since, '--since', now),
    until: until === undefined ? undefined : moment(until, '--until', now),
  };
}

/** A week unless `--since` says otherwise. */
function reportCommand(
  values: Values & { readonly [option in 'tool' | 'limit' | 'format']?: string | undefined } & { readonly outcome?: string[] | undefined },
  now: Date,
): AuditCommand {
  const other = (['tool', 'outcome', 'limit'] as const).find((option) => values[option] !== undefined);
  if (other !== undefined) throw new UsageError(`audit report takes no --${other}.`);
  return {
    command: 'report',
    format: oneOf(REPORT_FORMATS, values.format ?? 'markdown', '--format'),
    filter: placeAndTime({ ...values, since: values.since ?? '1w' }, now),
  };
}

function fingerprint(text: string): string {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new UsageError('--fingerprint takes the 64 digits that an earlier “audit verify” printed.');
  return text;
}

function oneOf<T extends string>(known: readonly T[], text: string, option: string): T {
  const found = known.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${option} takes ${known.slice(0, -1).join(', ')} or ${known.at(-1)}, not “${text}”.`);
  return found;
}

function limitOf(text: string | undefined, format: AuditFormat): number | undefined {
  if (text === undefined) return format === 'text' ? DEFAULT_LIMIT : undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--limit takes a whole number, or 0 for all, not “${text}”.`);
  return text === '0' ? undefined : Number(text);
}

function notEmpty(text: string, option: string): string {
  if (text.trim() === '') throw new UsageError(`${option} is empty.`);
  return text.trim();
}

/** The folder's path as sessions store it. A folder that no longer exists can be queried too. */
function realFolder(path: string): string {
  const absolute = resolve(notEmpty(path, '--project'));
  try {
    return realpathSync(absolute);
  } catch {
    // It doesn't exist any more: looked up by its name.
    return absolute;
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

/** An age ("2d") or an ISO date or time. A date alone is the start of that day, local time; so is a time without a zone. */
function moment(text: string, option: string, now: Date): Date {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (UNITS[unit] ?? 0));
  const date = DATE.test(text) ? new Date(text.includes('T') ? text : `${text}T00:00`) : undefined;
  if (!date || Number.isNaN(date.getTime())) {
    throw new UsageError(
      `${option} takes a date or time such as 2026-01-31 or 2026-01-31T09:00Z, or an age such as 30m, 12h, 2d, not “${text}”.`,
    );
  }
  return date;
}
