import type { AuditRecord, AuditSpan } from '#main/audit/audit-record.ts';
import { csvCell } from '#main/audit/csv-cell.ts';
import type { StoredRecord } from '#main/audit/read-records.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import { nameWithKey } from '#shared/permission/mode-names.ts';
import type { REFUSAL_REASONS } from '#shared/permission/refusal.ts';
import { RULE_PLACES } from '#shared/permission/rule-places.ts';
import { ruleSourceSchema } from '#shared/permission/rule.ts';
import { escapeInJson, printableLine } from '#shared/printable.ts';
import type { AuditFormat } from './audit-options.ts';
import { reasonWords } from './reason-words.ts';

/** Printed before the records; empty for most formats. */
export const FORMAT_HEADERS: Readonly<Record<AuditFormat, string>> = {
  text: '',
  jsonl: '',
  csv: 'n,at,project,session,agent,call,tool,input_digest,outcome,by,layer,reason,rules,answer,waited_ms,mode,gatehouse,result,spans,command\r\n',
};

/** One record in one format, with its line ending. `jsonl` is the stored line itself, so that its hash can be checked. */
export function formatRecord({ record, line }: StoredRecord, format: AuditFormat): string {
  switch (format) {
    case 'jsonl':
      return `${escapeInJson(line)}\n`;
    case 'csv':
      return `${csvCells(record).map(csvCell).join(',')}\r\n`;
    case 'text':
      return `${textLine(record)}\n`;
  }
}

function csvCells(record: AuditRecord): (string | number | null | undefined)[] {
  const { n, at, project, session, agent, call, tool, inputDigest, outcome, by, layer, reason, rules, answer, waitedMs, mode } = record;
  const ruleText = rules.map((rule) => describeRule(rule)).join('; ');
  return [
    n,
    at,
    project,
    session,
    agent,
    call,
    tool,
    inputDigest,
    outcome,
    by,
    layer,
    reason,
    ruleText,
    answer?.type,
    waitedMs,
    mode,
    record.gatehouse,
    record.end?.outcome,
    record.end?.spans.map(describeSpan).join('; '),
    record.refused?.command,
  ];
}

function textLine(record: AuditRecord): string {
  return record.refused ? refusalLine(record, record.refused) : decisionLine(record);
}

function refusalLine({ at, outcome, reason, session, call, tool, project }: AuditRecord, { command, leftOut }: Refused): string {
  const parts = [
    localTime(at),
    outcome.padEnd(9),
    command ?? 'a message',
    REFUSALS.get(reason) ?? reason,
    ...(leftOut > 0 ? [`and ${leftOut} before it, without records`] : []),
    ...(session === '' ? [] : [`session ${session.slice(0, 8)}`]),
    ...(call === '' ? [] : [`call ${call} of ${tool}`]),
    project,
  ];
  return printableLine(parts.join('  ').trimEnd());
}

type Refused = NonNullable<AuditRecord['refused']>;

const REFUSALS: ReadonlyMap<string, string> = new Map<(typeof REFUSAL_REASONS)[number], string>([
  ['unconfirmed', 'you did not confirm it'],
  ['changed', 'it changed after you confirmed it'],
  ['wrong_answer', 'an answer that fits no open question'],
  ['invalid_input', 'it isn’t a valid request'],
  ['unknown_command', 'there is no such command'],
]);

function decisionLine(record: AuditRecord): string {
  const { outcome, tool, waitedMs, session, call, agent, project } = record;
  const parts = [
    localTime(record.at),
    outcome.padEnd(9),
    tool.padEnd(8),
    why(record),
    ...(waitedMs === null ? [] : [`waited ${(waitedMs / 1000).toFixed(1)} s`]),
    ...(record.end && record.end.spans.length > 0 ? [`steps: ${record.end.spans.map(describeSpan).join(', ')}`] : []),
    `session ${session.slice(0, 8)}`,
    ...(agent === undefined ? [] : [`agent ${agent}`]),
    `call ${call}`,
    project,
  ];
  return printableLine(parts.join('  '));
}

function why({ by, reason, rules, answer, outcome, mode, end }: AuditRecord): string {
  if (outcome === 'ended') return end?.outcome ?? '?';
  const rule = rules.map((one) => describeRule(one, RULE_PLACES[one.source])).join('; ');
  const kept = answer?.rules ?? answer?.directories;
  const saved = kept === undefined ? '' : ` and saved ${kept.join(', ')} (${placeOf(answer?.destination)})`;
  if (by === 'person')
    return `by you${answer?.type === 'set_mode' ? `, with the mode ${nameWithKey(answer.mode) ?? answer.mode ?? '?'}` : saved}`;
  if (rule !== '') return `by ${rules.length > 1 ? 'rules' : 'rule'} ${rule}`;
  if (by === 'mode') return `by the mode ${nameWithKey(mode) ?? mode ?? '?'}`;
  return outcome === 'cancelled' && reason === 'cancelled' ? 'before it was decided' : reasonWords(reason);
}

function placeOf(destination: string | undefined): string {
  const known = ruleSourceSchema.safeParse(destination);
  return known.success ? RULE_PLACES[known.data] : (destination ?? '?');
}

/** `validate 0.2 ms`, `hooks: PreToolUse 31 ms stopped` */
function describeSpan({ step, ms, outcome }: AuditSpan): string {
  const time = ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
  return `${step} ${time} ms${outcome === 'ok' ? '' : ` ${outcome}`}`;
}

/** `Bash(npm test) (allow, user, /home/a/.claude/settings.json:12:7)`; `place`: the source as it is called there. */
export function describeRule({ text, behavior, source, file, line, column }: RuleRef, place: string = source): string {
  const position = file === undefined ? '' : `, ${[file, line, column].filter((part) => part !== undefined).join(':')}`;
  return `${text} (${behavior}, ${place}${position})`;
}

function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
