import { Plus, Search, X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { OverviewProject, OverviewSession } from '#shared/contract/project.ts';
import { followOverview, useOverview } from '../store/overview.ts';
import { newSession } from '../store/project-actions.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { showSessionList, uncoverPanes } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { EdgeResizer, useKeptSize } from '../ui/edge-resizer.tsx';
import { matchesSearch } from '../ui/match-search.ts';
import type { MenuAnchor } from '../ui/overlays/anchored-menu.tsx';
import { NARROW, useMediaQuery, WIDE, WIDER } from '../ui/use-media-query.ts';
import { type MenuTarget, SessionActionsMenu } from './session-actions-menu.tsx';
import { moveFocus } from './move-focus.ts';
import { NeedingYou } from './needing-you.tsx';
import { SessionListProject } from './session-list-project.tsx';
import { useNow } from '../time/clock.ts';
import { useCurrentInView } from './use-current-in-view.ts';
import { words } from './words.ts';
import styles from './session-list.module.css';

/** How many rows each key moves the focus by. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Pixels. */
const WIDTHS = { min: 180, max: 480 } as const;
/** As in the style sheet. */
const USUAL = 232;
const USUAL_IN_WIDER = 272;
const USUAL_IN_WIDE = 300;

/** All sessions of all projects with what each does now: filter, choose, rename, archive, delete. Arrow keys move through it. */
export function SessionList() {
  useEffect(followOverview, []);
  const projects = useOverview((state) => state.projects);
  const error = useOverview((state) => state.error);
  const [query, setQuery] = useState('');
  const [renaming, setRenaming] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuTarget | null>(null);
  const openMenu = useCallback(
    (session: OverviewSession, row: string, anchor: MenuAnchor) => setMenu({ session, row, anchor, open: true }),
    [],
  );
  const width = useKeptSize('gatehouse.session-list-width', WIDTHS);
  const isWider = useMediaQuery(WIDER);
  const usual = useMediaQuery(WIDE) ? USUAL_IN_WIDE : isWider ? USUAL_IN_WIDER : USUAL;
  const list = useRef<HTMLElement>(null);
  const shown = useMemo(() => matching(projects ?? [], query), [projects, query]);
  const now = useNow(60_000);
  const scroller = useRef<HTMLDivElement>(null);
  const seek = useCurrentInView(scroller, shown);
  const onOpen = useCallback(() => {
    setQuery('');
    seek();
  }, [seek]);
  const count = shown.reduce((sum, { sessions, archived }) => sum + sessions.length + archived.length, 0);
  const older = (projects ?? []).reduce((sum, { sessions, total }) => sum + total - sessions.length, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Those of a title being changed are its own.
    if (event.target instanceof Element && event.target.closest('form')) return;
    const inField = event.target instanceof HTMLInputElement;
    const step = STEPS[event.key];
    const end = { Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' && inField && query !== '') setQuery('');
    // Where the list covers the panes, that closes it.
    else if (event.key === 'Escape' && inField && !window.matchMedia(NARROW).matches) currentRow(list.current)?.focus();
    else if (end !== undefined && !inField) rowsOf(list.current).at(end)?.focus();
    else if (event.key === 'Enter' && inField && query !== '') rowsOf(list.current)[0]?.click();
    else if (event.key === 'Escape' && query !== '') list.current?.querySelector('input')?.focus();
    else if (step !== undefined && !(inField && Math.abs(step) > 1))
      moveFocus(list.current?.querySelector('input'), stopsOf(list.current), step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move through its buttons
    <nav
      ref={list}
      className={styles.list}
      style={widthStyle(width.size)}
      aria-label={words.sessions}
      data-session-list=""
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <h2 className={styles.title}>{words.sessions}</h2>
        <IconButton
          label={words.newSession}
          keys={useKeysOf('session.new')}
          size="small"
          tooltipSide="bottom"
          icon={<Plus {...icon} />}
          onClick={() => {
            void newSession();
            uncoverPanes();
          }}
        />
        <IconButton
          label={words.hideSessions}
          keys={useKeysOf('session.list')}
          size="small"
          tooltipSide="bottom"
          icon={<X {...icon} />}
          onClick={() => showSessionList(false)}
        />
      </header>
      <TextField
        label={words.filterSessions}
        hideLabel
        className={styles.filter}
        icon={<Search size={14} strokeWidth={1.5} aria-hidden="true" />}
        placeholder={words.filterSessions}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <div ref={scroller} className={styles.scroll}>
        {projects === null && error === null && <Skeleton lines={5} label={words.loadingSessions} />}
        {error !== null && <p className={styles.note}>{words.notListedWhy(error)}</p>}
        <NeedingYou projects={shown} renaming={renaming} now={now} onOpen={onOpen} onRename={setRenaming} onMenu={openMenu} />
        {shown.map((project) => (
          <SessionListProject
            key={project.projectDir}
            project={project}
            filtered={query !== ''}
            renaming={renaming}
            now={now}
            onOpen={onOpen}
            onRename={setRenaming}
            onMenu={openMenu}
          />
        ))}
        {query !== '' && older > 0 && <p className={styles.note}>{words.olderNotFiltered(older)}</p>}
        {projects !== null && count === 0 && (query !== '' || shown.length === 0) && (
          <p className={styles.note}>{query === '' ? words.noSessions : words.noneMatch}</p>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {query === '' ? '' : words.found(count)}
      </p>
      {menu && (
        <SessionActionsMenu target={menu} onClose={() => setMenu({ ...menu, open: false })} onRename={() => setRenaming(menu.row)} />
      )}
      <EdgeResizer
        label={words.resizeSessions}
        edge="right"
        limits={WIDTHS}
        usual={usual}
        step={16}
        sizeAt={(edge, { x }) => x - (edge.parentElement?.getBoundingClientRect().left ?? 0)}
        className={styles.resizer}
        {...width}
      />
    </nav>
  );
}

/** The projects with the sessions whose title and project together have all words. */
function matching(projects: readonly OverviewProject[], query: string): readonly OverviewProject[] {
  if (query.trim() === '') return projects;
  return projects
    .map((project) => {
      const found = (sessions: readonly OverviewSession[]) => sessions.filter(({ title }) => matchesSearch([title, project.name], query));
      return { ...project, sessions: found(project.sessions), archived: found(project.archived) };
    })
    .filter(({ sessions, archived }) => sessions.length + archived.length > 0);
}

function widthStyle(width: number | undefined): CSSProperties {
  const style: CSSProperties & { '--session-list'?: string } = width === undefined ? {} : { '--session-list': `${width}px` };
  return style;
}

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-session]') ?? [])];
}

/** What the arrow keys stop at: the rows, and what folds archived ones. */
function stopsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-session], [data-fold]') ?? [])];
}

/** The last row of the shown session, which stands in its project, else the first of all. */
function currentRow(list: HTMLElement | null): HTMLElement | undefined {
  const rows = rowsOf(list);
  return rows.findLast((row) => row.getAttribute('aria-current') === 'true') ?? rows[0];
}
