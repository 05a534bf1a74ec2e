import { join } from 'node:path';
import type { AuditRecord } from '#main/audit/audit-record.ts';
import { readRecords, type RecordFilter } from '#main/audit/read-records.ts';
import { projectSlug } from '#main/session/store.ts';
import type { ActivityReport, ReportGroup } from '#shared/contract/activity-report.ts';
import { printableLine } from '#shared/printable.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import { CallIndex, type IndexedCall } from './call-index.ts';
import { type RecordedCall, readSession } from './recorded-session.ts';
import { GroupTally, ItemTally } from './tally.ts';
import { shownCommand, subjectOf, touchedBy } from './touched.ts';

export interface ReportRequest {
  readonly stateDir: string;
  readonly filter: Pick<RecordFilter, 'project' | 'session' | 'since' | 'until'>;
  readonly now: Date;
}

/** Maximum number of different rules and other deciders that are counted separately. */
const MAX_DECIDERS = 10_000;
const MAX_SESSIONS = 50_000;
const MAX_NAME_CHARS = 300;

/**
 * What agents did in a period. The audit log says what was decided; the sessions' logs say what the calls were about, and count only where
 * the digest of the input is the recorded one. Reads every file once, and keeps neither lines nor inputs.
 * @throws the system's error when an audit file can't be read.
 */
export function collectReport(request: ReportRequest): ActivityReport {
  const audited = new AuditedCalls();
  let damaged = 0;
  for (const { record } of readRecords(request.stateDir, { filter: request.filter, onDamage: () => damaged++ })) audited.add(record);
  const { filter, now } = request;
  return {
    since: filter.since?.toISOString() ?? null,
    until: filter.until?.toISOString() ?? null,
    at: now.toISOString(),
    ...audited.report(request.stateDir),
    damaged,
  };
}

interface AuditedSession {
  readonly project: string;
  /** Calls that its log hasn't told about yet. */
  open: number;
}

class AuditedCalls {
  readonly #totals = { calls: 0, allowed: 0, asked: 0, denied: 0, cancelled: 0, allowedByPerson: 0 };
  readonly #groups = { projects: new GroupTally(), sessions: new GroupTally(), agents: new GroupTally(), tools: new GroupTally() };
  readonly #items = {
    written: new ItemTally(),
    commands: new ItemTally(),
    hosts: new ItemTally(),
    denied: new ItemTally(),
    asked: new ItemTally(),
  };
  readonly #index = new CallIndex();
  readonly #sessions = new Map<string, AuditedSession>();
  /** By their number. */
  readonly #deciderNames: string[] = [''];
  readonly #deciders = new Map<string, number>([['', 0]]);
  /** Calls that were only counted. */
  #beyond = 0;

  add(record: AuditRecord): void {
    const { outcome, by } = record;
    if (outcome === 'ended' || outcome === 'refused') return;
    if (outcome === 'cancelled') {
      this.#totals.cancelled++;
      return;
    }
    const counts = COUNTS[outcome];
    this.#totals.calls += counts.calls;
    this.#totals[NAMES[outcome]]++;
    if (outcome === 'allow' && by === 'person') this.#totals.allowedByPerson++;
    const project = shown(record.project);
    const session = shown(record.session);
    this.#groups.projects.add({ name: project }, counts);
    this.#groups.sessions.add({ name: session, project, session }, counts);
    this.#groups.agents.add(
      record.agent === undefined ? { name: MAIN_AGENT, project } : { name: shown(record.agent), project, session },
      counts,
    );
    this.#groups.tools.add({ name: shown(record.tool) }, counts);
    this.#note(record, outcome);
  }

  #note(record: AuditRecord, outcome: 'allow' | 'deny' | 'ask'): void {
    const { session, project, inputDigest, call } = record;
    let audited = this.#sessions.get(session);
    if (!audited && this.#sessions.size < MAX_SESSIONS) this.#sessions.set(session, (audited = { project, open: 0 }));
    const before = this.#index.size;
    if (!audited || inputDigest === null || !this.#index.add(keyOf(session, call, inputDigest), outcome, this.#decider(record)))
      this.#beyond += COUNTS[outcome].calls;
    else audited.open += this.#index.size - before;
  }

  #decider({ rules, by, reason, outcome }: AuditRecord): number {
    if (outcome === 'allow') return 0;
    const rule = rules.find(({ behavior }) => behavior === outcome) ?? rules[0];
    const text = rule ? shown(rule.text) : outcome === 'ask' ? '' : reason === 'promptsAvoided' ? NOBODY : (DECIDERS[by] ?? by);
    const known = this.#deciders.get(text);
    if (known !== undefined) return known;
    if (this.#deciders.size >= MAX_DECIDERS) return 0;
    this.#deciders.set(text, this.#deciders.size);
    this.#deciderNames.push(text);
    return this.#deciders.size - 1;
  }

  /** Looks up what the calls were about. */
  report(stateDir: string): Omit<ActivityReport, 'since' | 'until' | 'at' | 'damaged'> {
    const because = { deleted: 0, cancelled: 0, otherVersion: 0 };
    const read = new Map<string, { readonly title: string; readonly agents: ReadonlyMap<string, string> }>();
    for (const [session, audited] of this.#sessions) {
      const log = readSession(join(stateDir, 'sessions', projectSlug(audited.project)), session, (call) => {
        const found = this.#index.take(keyOf(session, call.callId, call.inputDigest));
        if (!found) return;
        audited.open--;
        if (call.facts) this.#look(call, call.facts, found, session, shown(audited.project));
        else because.otherVersion++;
      });
      because[log ? 'cancelled' : 'deleted'] += audited.open;
      if (log) read.set(session, { title: shownCommand(log.title), agents: log.agents });
    }
    const named = (row: ReportGroup): ReportGroup => {
      const { session, ...rest } = row;
      const log = session === undefined ? undefined : read.get(session);
      if (!log) return rest;
      const name = row.name === session ? log.title : shownCommand(log.agents.get(row.name) ?? '');
      return { ...row, name: name === '' ? row.name : name };
    };
    const [sessions, agents] = [this.#groups.sessions.list(), this.#groups.agents.list()];
    const unknown = because.deleted + because.cancelled + because.otherVersion;
    return {
      totals: this.#totals,
      projects: this.#groups.projects.list(),
      sessions: { ...sessions, rows: sessions.rows.map(named) },
      agents: { ...agents, rows: agents.rows.map(named) },
      tools: this.#groups.tools.list(),
      written: this.#items.written.list(),
      commands: this.#items.commands.list(),
      hosts: this.#items.hosts.list(),
      denied: this.#items.denied.list(),
      asked: this.#items.asked.list(),
      unknown: unknown + this.#beyond,
      unknownBecause: because,
    };
  }

  #look({ callId, at, risk }: RecordedCall, facts: CallFacts, found: IndexedCall, session: string, project: string): void {
    const by = this.#deciderNames[found.by] ?? '';
    const where = { project, last: new Date(at).toISOString(), call: { session, callId: shown(callId) } };
    const weight = risk && { risk };
    const subject = { what: subjectOf(facts), ...(by !== '' && { by }), ...where, ...weight };
    if (found.isAsked) this.#items.asked.add(subject);
    if (found.isDenied) this.#items.denied.add(subject);
    if (!found.isAllowed) return;
    const touched = touchedBy(facts);
    for (const what of touched.written) this.#items.written.add({ what, ...where });
    for (const what of touched.hosts) this.#items.hosts.add({ what, ...where });
    for (const what of touched.commands) this.#items.commands.add({ what, ...where, ...weight });
  }
}

const MAIN_AGENT = 'main agent';
const NOBODY = 'nobody to ask';
/** What decided, if no rule did, as people call it. */
const DECIDERS: Partial<Record<AuditRecord['by'], string>> = {
  mode: 'permission mode',
  dispatcher: 'coordinating agent',
  interrupt: 'stop',
  gatehouse: 'Gatehouse’s own checks',
};
const NAMES = { allow: 'allowed', deny: 'denied', ask: 'asked' } as const;
/** The decision of a call that asked follows in a record of its own. */
const COUNTS = {
  allow: { calls: 1, allowed: 1 },
  deny: { calls: 1, denied: 1 },
  ask: { calls: 0, asked: 1 },
} as const;

function keyOf(session: string, call: string, digest: string): string {
  return `${session}\0${call}\0${digest}`;
}

function shown(text: string): string {
  return printableLine(text.slice(0, MAX_NAME_CHARS));
}
