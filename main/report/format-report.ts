import { csvCell } from '#main/audit/csv-cell.ts';
import type { ActivityReport, ReportGroup, ReportItem } from '#shared/contract/activity-report.ts';
import type { ReportFormat } from '#shared/contract/report-formats.ts';
import { printableJson } from '#shared/printable.ts';

const GROUPS = { projects: 'Projects', sessions: 'Sessions', agents: 'Agents', tools: 'Tools' } as const;
const ITEMS = {
  written: 'Files written',
  commands: 'Commands run',
  hosts: 'Hosts reached',
  denied: 'Denied calls',
  asked: 'Calls that asked',
} as const;
type GroupKind = keyof typeof GROUPS;
type ItemKind = keyof typeof ITEMS;
const GROUP_KINDS: readonly GroupKind[] = ['projects', 'sessions', 'agents', 'tools'];
const ITEM_KINDS: readonly ItemKind[] = ['written', 'commands', 'hosts', 'denied', 'asked'];

/** A report as a file. Its texts come from models and repositories: none can become a formula, a link or another line. */
export function formatReport(report: ActivityReport, format: ReportFormat): string {
  switch (format) {
    case 'json':
      return `${printableJson(report)}\n`;
    case 'csv':
      return csv(report);
    case 'markdown':
      return markdown(report);
  }
}

const CSV_HEADER = 'kind,name,project,by,calls,allowed,asked,denied,last,risk,session\r\n';

function csv(report: ActivityReport): string {
  const { totals } = report;
  const line = (...cells: (string | number | undefined)[]): string => `${cells.map(csvCell).join(',')}\r\n`;
  const groups = GROUP_KINDS.flatMap((kind) =>
    report[kind].rows.map((row) =>
      line(kind, row.name, row.project, '', row.calls, row.allowed, row.asked, row.denied, '', '', row.session),
    ),
  );
  const items = ITEM_KINDS.flatMap((kind) =>
    report[kind].rows.map((row) => line(kind, row.what, row.project, row.by, row.count, '', '', '', row.last, row.risk, row.call.session)),
  );
  const total = line('total', '', '', '', totals.calls, totals.allowed, totals.asked, totals.denied, report.at, '', '');
  return [CSV_HEADER, total, ...groups, ...items].join('');
}

function markdown(report: ActivityReport): string {
  const { since, until, at, totals, damaged } = report;
  const lines = [
    '# What agents touched',
    '',
    `${since === null ? 'From the beginning' : `From ${dayOf(since)}`} until ${dayOf(until ?? at)}.`,
    '',
    `${count(totals.calls, 'call')} decided: ${totals.allowed} allowed (${totals.allowedByPerson} by a person), ${totals.denied} denied. ` +
      `${count(totals.asked, 'question')} to a person, ${count(totals.cancelled, 'call')} cancelled.`,
    ...unknownLines(report).flatMap((line) => ['', line]),
    ...(damaged > 0 ? ['', `${count(damaged, 'line')} of the audit log could not be read: see “gatehouse audit verify”.`] : []),
    ...ITEM_KINDS.flatMap((kind) => section(ITEMS[kind], itemTable(kind, report[kind].rows), report[kind].more)),
    ...GROUP_KINDS.flatMap((kind) => section(GROUPS[kind], groupTable(kind, report[kind].rows), report[kind].more)),
  ];
  return `${lines.join('\n')}\n`;
}

function unknownLines({ unknown, unknownBecause: { deleted, cancelled, otherVersion } }: ActivityReport): string[] {
  const beyond = unknown - deleted - cancelled - otherVersion;
  const counted = (number: number, which: string): string[] =>
    number > 0 ? [`Counted, but not listed: ${count(number, 'call')} ${which}.`] : [];
  return [
    ...counted(deleted, 'of sessions that were deleted or can’t be read'),
    ...counted(cancelled, 'asked about, then cancelled before the answer'),
    ...counted(otherVersion, 'recorded by another version of Gatehouse'),
    ...counted(beyond, 'beyond the number that a report looks up'),
  ];
}

function section(title: string, table: readonly string[], more: number): string[] {
  const rows = table.length === 0 ? ['None.'] : table;
  return ['', `## ${title}`, '', ...rows, ...(more > 0 ? ['', `${more} more.`] : [])];
}

function itemTable(kind: ItemKind, rows: readonly ReportItem[]): string[] {
  if (rows.length === 0) return [];
  const named = kind === 'denied' || kind === 'asked';
  const weighed = named || kind === 'commands';
  const names = ['Times', 'What', ...(named ? ['By'] : []), 'Project', ...(weighed ? ['Risk'] : []), 'Last'];
  return [
    `| ${names.join(' | ')} |`,
    `| ---: |${' --- |'.repeat(names.length - 1)}`,
    ...rows.map(({ what, risk = '', by, project, count: times, last }) => {
      const cells = [
        String(times),
        code(what),
        ...(named ? [by === undefined ? '' : code(by)] : []),
        code(project),
        ...(weighed ? [risk] : []),
        dayOf(last),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

function groupTable(kind: GroupKind, rows: readonly ReportGroup[]): string[] {
  if (rows.length === 0) return [];
  const inProject = kind === 'sessions' || kind === 'agents';
  return [
    `| Name |${inProject ? ' Project |' : ''} Calls | Allowed | Asked | Denied |`,
    `| --- |${inProject ? ' --- |' : ''} ---: | ---: | ---: | ---: |`,
    ...rows.map(({ name, project, calls, allowed, asked, denied }) => {
      const place = inProject ? [code(project ?? '')] : [];
      return `| ${[code(name), ...place, calls, allowed, asked, denied].join(' | ')} |`;
    }),
  ];
}

/** A code span in a table's cell: nothing in it is a link, a mention, HTML or the end of the cell. */
function code(text: string): string {
  if (text.trim() === '') return '';
  const longest = Math.max(0, ...(text.match(/`+/gu) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text.replaceAll('|', String.raw`\|`)}${pad}${fence}`;
}

function dayOf(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
