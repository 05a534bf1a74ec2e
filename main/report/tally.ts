import { MAX_REPORT_ROWS, type ReportCounts, type ReportGroup, type ReportItem } from '#shared/contract/activity-report.ts';
import type { Risk } from '#shared/permission/decision.ts';
import { RISKS } from '#shared/permission/risks.ts';

/** Different entries that are counted by name; what comes after that is only counted in sum. */
const MAX_DISTINCT = 20_000;

interface List<T> {
  readonly rows: T[];
  readonly more: number;
}

/** Counts items by what they are and where, in bounded memory. */
export class ItemTally {
  readonly #items = new Map<string, { -readonly [K in keyof ReportItem]: ReportItem[K] }>();
  #beyond = 0;

  add({ what, by, project, last, call, risk }: Omit<ReportItem, 'count'>): void {
    const key = `${project}\0${what}\0${by ?? ''}`;
    const known = this.#items.get(key);
    if (known) {
      known.count++;
      if (last > known.last) Object.assign(known, { last, call });
      if (weightOf(risk) > weightOf(known.risk)) known.risk = risk;
    } else if (this.#items.size < MAX_DISTINCT)
      this.#items.set(key, { what, ...(by !== undefined && { by }), project, count: 1, last, call, ...(risk && { risk }) });
    else this.#beyond++;
  }

  /** What can do most first, then the most frequent, then the latest. */
  list(): List<ReportItem> {
    const all = [...this.#items.values()].toSorted(
      (a, b) => weightOf(b.risk) - weightOf(a.risk) || b.count - a.count || (a.last < b.last ? 1 : -1),
    );
    return { rows: all.slice(0, MAX_REPORT_ROWS), more: Math.max(0, all.length - MAX_REPORT_ROWS) + this.#beyond };
  }
}

type GroupName = Pick<ReportGroup, 'name' | 'project' | 'session'>;

function weightOf(risk: Risk | undefined): number {
  return risk === undefined ? -1 : RISKS.indexOf(risk);
}

/** Counts decisions by project, session, agent or tool, in bounded memory. */
export class GroupTally {
  readonly #groups = new Map<string, { -readonly [K in keyof ReportGroup]: ReportGroup[K] }>();
  readonly #beyond = new Set<string>();

  add({ name, project, session }: GroupName, counts: Partial<ReportCounts>): void {
    const key = `${project ?? ''}\0${session ?? ''}\0${name}`;
    let group = this.#groups.get(key);
    if (!group) {
      if (this.#groups.size >= MAX_DISTINCT) {
        if (this.#beyond.size < MAX_DISTINCT) this.#beyond.add(key);
        return;
      }
      group = {
        name,
        ...(project !== undefined && { project }),
        ...(session !== undefined && { session }),
        calls: 0,
        allowed: 0,
        asked: 0,
        denied: 0,
      };
      this.#groups.set(key, group);
    }
    group.calls += counts.calls ?? 0;
    group.allowed += counts.allowed ?? 0;
    group.asked += counts.asked ?? 0;
    group.denied += counts.denied ?? 0;
  }

  /** The busiest first. */
  list(): List<ReportGroup> {
    const all = [...this.#groups.values()].toSorted((a, b) => b.calls - a.calls || b.asked - a.asked || (a.name < b.name ? -1 : 1));
    return { rows: all.slice(0, MAX_REPORT_ROWS), more: Math.max(0, all.length - MAX_REPORT_ROWS) + this.#beyond.size };
  }
}
