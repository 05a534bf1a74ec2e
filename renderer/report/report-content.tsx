import { type ReactNode, useId, useState } from 'react';
import type { ActivityReport, ReportGroup, ReportItem } from '#shared/contract/activity-report.ts';
import { withShortPaths } from '../paths/short-path.ts';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { absoluteTime, relativeTime } from '../ui/format.ts';
import { words } from './words.ts';
import styles from './report.module.css';

/** Rows of a table before “Show all”. */
const SHOWN = 8;

/** The report’s totals and tables. */
export function ReportContent({ report }: { readonly report: ActivityReport }) {
  const { totals, unknown, damaged } = report;
  if (totals.calls === 0 && totals.asked === 0) return <p className={styles.quiet}>{words.nothing}</p>;
  return (
    <>
      <dl className={styles.totals} aria-label={words.totals}>
        <Total count={totals.calls} label={words.calls} />
        <Total count={totals.allowed} label={words.allowed} />
        <Total count={totals.allowedByPerson} label={words.byYou} />
        <Total count={totals.asked} label={words.asked} />
        <Total count={totals.denied} label={words.denied} />
      </dl>
      {unknown > 0 && <p className={styles.quiet}>{words.unknown(unknown)}</p>}
      {damaged > 0 && <p className={styles.warning}>{words.damaged(damaged)}</p>}
      {ITEMS.map((kind) => (
        <Table key={kind} title={words.sections[kind]} list={report[kind]} head={itemHead(kind)}>
          {(row: ReportItem) => <ItemRow key={`${row.project} ${row.what} ${row.by ?? ''}`} row={row} kind={kind} />}
        </Table>
      ))}
      {GROUPS.map((kind) => (
        <Table key={kind} title={words.sections[kind]} list={report[kind]} head={words.groupHead}>
          {(row: ReportGroup) => <GroupRow key={`${row.project ?? ''} ${row.name}`} row={row} />}
        </Table>
      ))}
    </>
  );
}

const ITEMS = ['written', 'commands', 'hosts', 'denied', 'asked'] as const;
const GROUPS = ['projects', 'sessions', 'agents', 'tools'] as const;

function isDecided(kind: (typeof ITEMS)[number]): boolean {
  return kind === 'denied' || kind === 'asked';
}

function itemHead(kind: (typeof ITEMS)[number]): readonly string[] {
  return [words.times, words.what, ...(isDecided(kind) ? [words.by] : []), words.project, words.last];
}

function Total({ count, label }: { readonly count: number; readonly label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count.toLocaleString('en')}</dd>
    </div>
  );
}

interface TableProps<Row> {
  readonly title: string;
  readonly list: { readonly rows: readonly Row[]; readonly more: number };
  readonly head: readonly string[];
  readonly children: (row: Row) => ReactNode;
}

/** A section of the report; nothing if it is empty. */
function Table<Row>({ title, list, head, children }: TableProps<Row>) {
  const heading = useId();
  const [all, setAll] = useState(false);
  const { rows, more } = list;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h3 id={heading} className={styles.heading}>
        {title} <span className={styles.quiet}>{(rows.length + more).toLocaleString('en')}</span>
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{(all ? rows : rows.slice(0, SHOWN)).map(children)}</tbody>
      </table>
      {!all && rows.length > SHOWN && (
        <Button size="small" variant="quiet" onClick={() => setAll(true)}>
          {words.showAll(rows.length)}
        </Button>
      )}
      {all && more > 0 && <p className={styles.quiet}>{words.more(more)}</p>}
    </section>
  );
}

function ItemRow({ row: { what, by, project, count, last }, kind }: { readonly row: ReportItem; readonly kind: (typeof ITEMS)[number] }) {
  const home = useWindow((state) => state.app?.homeDir);
  const shown = kind === 'written' ? withShortPaths(what, { projectDir: project, home }) : what;
  const at = Date.parse(last);
  return (
    <tr>
      <td className={styles.number}>{count.toLocaleString('en')}</td>
      <td className={styles.what} title={shown === what ? undefined : what}>
        <code>
          <VisibleText text={shown} />
        </code>
      </td>
      {isDecided(kind) && (
        <td className={styles.what}>
          <VisibleText text={by ?? ''} />
        </td>
      )}
      <td className={styles.place} title={project}>
        <VisibleText text={project.slice(project.lastIndexOf('/') + 1)} />
      </td>
      <td className={styles.time} title={absoluteTime(at)}>
        {relativeTime(at)}
      </td>
    </tr>
  );
}

function GroupRow({ row: { name, project, calls, allowed, asked, denied } }: { readonly row: ReportGroup }) {
  return (
    <tr>
      <td className={styles.what} title={project}>
        <VisibleText text={name} />
      </td>
      {[calls, allowed, asked, denied].map((count, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the columns never change.
        <td key={index} className={styles.number}>
          {count.toLocaleString('en')}
        </td>
      ))}
    </tr>
  );
}
