import { type ReactNode, useId, useState } from 'react';
import type { ActivityReport, ReportGroup, ReportItem } from '#shared/contract/activity-report.ts';
import { withShortPaths } from '../paths/short-path.ts';
import { useWindow } from '../store/app-store.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { selectCall, showPane } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { RiskMark } from '../ui/display/risk-mark.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { absoluteTime, relativeTime } from '../ui/format.ts';
import { words } from './words.ts';
import styles from './report.module.css';

/** Rows of a table before “Show all”. */
const SHOWN = 8;

/** The report’s totals and tables. */
export function ReportContent({ report, onLeave }: { readonly report: ActivityReport; readonly onLeave: () => void }) {
  const { totals, damaged } = report;
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
      {unknownCalls(report).map((line) => (
        <p key={line} className={styles.quiet}>
          {line}
        </p>
      ))}
      {damaged > 0 && <p className={styles.warning}>{words.damaged(damaged)}</p>}
      {ITEMS.map((kind) => (
        <Table key={kind} title={words.sections[kind]} list={report[kind]} head={itemHead(kind)}>
          {(row: ReportItem) => <ItemRow key={`${row.project} ${row.what} ${row.by ?? ''}`} row={row} kind={kind} onLeave={onLeave} />}
        </Table>
      ))}
      {GROUPS.map((kind) => (
        <Table key={kind} title={words.sections[kind]} list={report[kind]} head={groupHead(kind)}>
          {(row: ReportGroup, index) => <GroupRow key={`${kind} ${index}`} row={row} kind={kind} onLeave={onLeave} />}
        </Table>
      ))}
    </>
  );
}

const ITEMS = ['written', 'commands', 'hosts', 'denied', 'asked'] as const;
const GROUPS = ['projects', 'sessions', 'agents', 'tools'] as const;
type ItemKind = (typeof ITEMS)[number];
type GroupKind = (typeof GROUPS)[number];

/** Calls that the tables don’t name, and why. */
function unknownCalls({ unknown, unknownBecause }: ActivityReport): string[] {
  const { deleted, cancelled, otherVersion } = unknownBecause;
  const counts = { deleted, cancelled, otherVersion, beyond: unknown - deleted - cancelled - otherVersion };
  return (['deleted', 'cancelled', 'otherVersion', 'beyond'] as const).flatMap((why) =>
    counts[why] > 0 ? [words.unknown(counts[why], words.which[why])] : [],
  );
}

function isDecided(kind: ItemKind): boolean {
  return kind === 'denied' || kind === 'asked';
}

function isWeighed(kind: ItemKind): boolean {
  return kind === 'commands' || isDecided(kind);
}

function isOfProject(kind: GroupKind): boolean {
  return kind === 'sessions' || kind === 'agents';
}

interface Column {
  readonly name: string;
  readonly className?: string | undefined;
}

const PROJECT: Column = { name: words.project, className: styles.place };

function itemHead(kind: ItemKind): readonly Column[] {
  return [
    { name: words.times },
    { name: words.what },
    ...(isWeighed(kind) ? [{ name: words.risk, className: styles.risk }] : []),
    ...(isDecided(kind) ? [{ name: words.by, className: styles.by }] : []),
    PROJECT,
    { name: words.last, className: styles.time },
  ];
}

function groupHead(kind: GroupKind): readonly Column[] {
  return [{ name: words.name }, ...(isOfProject(kind) ? [PROJECT] : []), ...words.counts.map((name) => ({ name }))];
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
  readonly head: readonly Column[];
  readonly children: (row: Row, index: number) => ReactNode;
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
            {head.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
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

/** Shows the session, with the call in the timeline. */
async function show(projectDir: string, sessionId: string, callId?: string): Promise<void> {
  if (!(await showSessionOf(projectDir, sessionId)) || callId === undefined) return;
  selectCall(callId);
  showPane('timeline');
}

/** Leads to where the row comes from. */
function Lead({ title, onClick, children }: { readonly title: string; readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <button type="button" className={styles.lead} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

function ProjectCell({ project }: { readonly project: string }) {
  return (
    <td className={styles.place} title={project}>
      <VisibleText text={project.slice(project.lastIndexOf('/') + 1)} />
    </td>
  );
}

interface ItemRowProps {
  readonly row: ReportItem;
  readonly kind: ItemKind;
  readonly onLeave: () => void;
}

function ItemRow({ row: { what, by, project, count, last, call, risk }, kind, onLeave }: ItemRowProps) {
  const home = useWindow((state) => state.app?.homeDir);
  const shown = withShortPaths(what, { projectDir: project, home });
  const at = Date.parse(last);
  const go = () => {
    onLeave();
    void show(project, call.session, call.callId);
  };
  const lead = (
    <Lead title={shown === what ? words.showCall : `${words.showCall}\n${what}`} onClick={go}>
      <code>
        <VisibleText text={shown} />
      </code>
    </Lead>
  );
  return (
    <tr>
      <td className={styles.number}>{count.toLocaleString('en')}</td>
      <td className={styles.what}>{lead}</td>
      {isWeighed(kind) && <td className={styles.risk}>{risk && <RiskMark risk={risk} />}</td>}
      {isDecided(kind) && (
        <td className={styles.by}>
          <VisibleText text={by ?? ''} />
        </td>
      )}
      <ProjectCell project={project} />
      <td className={styles.time} title={absoluteTime(at)}>
        {relativeTime(at)}
      </td>
    </tr>
  );
}

interface GroupRowProps {
  readonly row: ReportGroup;
  readonly kind: GroupKind;
  readonly onLeave: () => void;
}

function GroupRow({ row: { name, project, session, calls, allowed, asked, denied }, kind, onLeave }: GroupRowProps) {
  const home = useWindow((state) => state.app?.homeDir);
  const text = <VisibleText text={kind === 'projects' ? withShortPaths(name, { home }) : name} />;
  return (
    <tr>
      <td className={styles.what}>
        {project !== undefined && session !== undefined ? (
          <Lead
            title={words.showSession}
            onClick={() => {
              onLeave();
              void show(project, session);
            }}
          >
            {text}
          </Lead>
        ) : (
          text
        )}
        {kind === 'sessions' && session === undefined && <span className={styles.quiet}> {words.deletedSession}</span>}
      </td>
      {isOfProject(kind) && <ProjectCell project={project ?? ''} />}
      {[calls, allowed, asked, denied].map((count, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the columns never change.
        <td key={index} className={styles.number}>
          {count.toLocaleString('en')}
        </td>
      ))}
    </tr>
  );
}
