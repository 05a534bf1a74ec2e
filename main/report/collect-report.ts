import { join } from 'node:path';
import type { AuditRecord } from '#main/audit/audit-record.ts';
import { readRecords, type RecordFilter } from '#main/audit/read-records.ts';
import { projectSlug } from '#main/session/store.ts';
import type { ActivityReport } from '#shared/contract/activity-report.ts';
import { printableLine } from '#shared/printable.ts';
import { CallIndex } from './call-index.ts';
import { decidedCalls } from './decided-calls.ts';
import { GroupTally, ItemTally } from './tally.ts';
import { subjectOf, touchedBy } from './touched.ts';

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
  /** The project of each session. */
  readonly #sessions = new Map<string, string>();
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
    this.#groups.projects.add(project, undefined, counts);
    this.#groups.sessions.add(shown(record.session), project, counts);
    this.#groups.agents.add(record.agent === undefined ? 'main agent' : shown(record.agent), project, counts);
    this.#groups.tools.add(shown(record.tool), undefined, counts);
    this.#note(record, outcome);
  }

  #note(record: AuditRecord, outcome: 'allow' | 'deny' | 'ask'): void {
    const { session, project, inputDigest, call } = record;
    if (!this.#sessions.has(session)) {
      if (this.#sessions.size >= MAX_SESSIONS) {
        this.#beyond += COUNTS[outcome].calls;
        return;
      }
      this.#sessions.set(session, project);
    }
    const isKept = inputDigest !== null && this.#index.add(keyOf(session, call, inputDigest), outcome, this.#decider(record));
    if (!isKept) this.#beyond += COUNTS[outcome].calls;
  }

  #decider({ rules, by, outcome }: AuditRecord): number {
    if (outcome === 'allow') return 0;
    const rule = rules.find(({ behavior }) => behavior === outcome) ?? rules[0];
    const text = rule ? shown(rule.text) : outcome === 'ask' ? '' : by;
    const known = this.#deciders.get(text);
    if (known !== undefined) return known;
    if (this.#deciders.size >= MAX_DECIDERS) return 0;
    this.#deciders.set(text, this.#deciders.size);
    return this.#deciders.size - 1;
  }

  /** Looks up what the calls were about. */
  report(stateDir: string): Omit<ActivityReport, 'since' | 'until' | 'at' | 'damaged'> {
    const deciders = [...this.#deciders.keys()];
    let unreadable = 0;
    for (const [session, projectDir] of this.#sessions) {
      const project = shown(projectDir);
      for (const { callId, inputDigest, at, facts } of decidedCalls(join(stateDir, 'sessions', projectSlug(projectDir)), session)) {
        const found = this.#index.take(keyOf(session, callId, inputDigest));
        if (!found) continue;
        if (!facts) {
          unreadable++;
          continue;
        }
        const last = new Date(at).toISOString();
        const by = deciders[found.by] ?? '';
        const subject = { what: subjectOf(facts), ...(by !== '' && { by }), project, last };
        if (found.isAsked) this.#items.asked.add(subject);
        if (found.isDenied) this.#items.denied.add(subject);
        if (!found.isAllowed) continue;
        const touched = touchedBy(facts);
        for (const kind of TOUCHED) for (const what of touched[kind]) this.#items[kind].add({ what, project, last });
      }
    }
    return {
      totals: this.#totals,
      projects: this.#groups.projects.list(),
      sessions: this.#groups.sessions.list(),
      agents: this.#groups.agents.list(),
      tools: this.#groups.tools.list(),
      written: this.#items.written.list(),
      commands: this.#items.commands.list(),
      hosts: this.#items.hosts.list(),
      denied: this.#items.denied.list(),
      asked: this.#items.asked.list(),
      unknown: unreadable + this.#index.size + this.#beyond,
    };
  }
}

const TOUCHED = ['written', 'commands', 'hosts'] as const;
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
