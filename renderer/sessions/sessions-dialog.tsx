import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SessionSummary } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { opensScreenKeyboard } from '../ui/screen-keyboard.ts';
import { matchesSearch } from '../ui/match-search.ts';
import { call } from '../bridge/client.ts';
import { type FoundSession, SessionRow } from './session-row.tsx';
import { useNow } from '../time/clock.ts';
import { moveFocus } from './move-focus.ts';
import { useMarks } from './use-marks.ts';
import { useSessions } from './use-sessions.ts';
import { words } from './words.ts';
import styles from './sessions-dialog.module.css';

/** All sessions of the folder: search by title and content, open, rename, delete. Arrow keys move from the search through the rows. */
export function SessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const projectDir = useWindow((state) => state.project?.projectDir) ?? '';
  const { sessions, load } = useSessions(projectDir);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState('');
  const { found, searching, incomplete } = useFoundSessions(projectDir, query);
  const list = useRef<HTMLUListElement>(null);
  /** Enter was pressed before the matches were known. */
  const opensFirst = useRef(false);
  const marks = useMarks();
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (searching || !opensFirst.current) return;
    opensFirst.current = false;
    rowsOf(list.current)[0]?.click();
  }, [searching]);
  // Times become older while they are read.
  useNow(60_000);
  const wanted = query.trim();
  const shown = sessions.filter(({ sessionId, title, archived }) =>
    wanted === '' ? !archived : matchesSearch([title], wanted) || found.has(sessionId),
  );
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const inField = event.target === field.current;
    // Those of a title being changed are its own.
    if (!inField && event.target instanceof HTMLInputElement) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      moveFocus(field.current, rowsOf(list.current), event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key !== 'Enter' || !inField || wanted === '') return;
    else if (searching) opensFirst.current = true;
    else rowsOf(list.current)[0]?.click();
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={words.sessionsInThisFolder} size="medium">
      <TextField
        label={words.findASession}
        hideLabel
        ref={field}
        autoFocus={!opensScreenKeyboard()}
        icon={<Search size={14} strokeWidth={1.5} aria-hidden="true" />}
        placeholder={words.searchHint}
        value={query}
        onChange={(event) => {
          opensFirst.current = false;
          setQuery(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move through its buttons */}
      <ul ref={list} className={styles.list} aria-label={words.sessions} onKeyDown={onKeyDown}>
        {shown.map((session: SessionSummary) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            mark={marks.get(session.sessionId) ?? 'idle'}
            found={found.get(session.sessionId)}
            onOpened={onClose}
            onChanged={() => void load()}
            onDeleted={() => !opensScreenKeyboard() && field.current?.focus()}
          />
        ))}
      </ul>
      <p className={styles.note} role="status">
        {outcomeWords({ shown: shown.length, wanted: wanted !== '', searching, incomplete })}
      </p>
    </Dialog>
  );
}

function rowsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-action="open"]') ?? [])];
}

interface Outcome {
  readonly shown: number;
  readonly wanted: boolean;
  readonly searching: boolean;
  readonly incomplete: boolean;
}

function outcomeWords({ shown, wanted, searching, incomplete }: Outcome): string {
  if (searching) return words.searching;
  const count = words.found(shown);
  if (wanted && shown === 0) return words.nothingFound;
  return incomplete ? words.mayBeMore(count) : count;
}

/** Debounce between keystrokes. Milliseconds. */
const DEBOUNCE_MS = 200;

/** Shorter queries match everything. */
const MIN_QUERY = 2;

interface Found {
  readonly query: string;
  readonly found: ReadonlyMap<string, FoundSession>;
  readonly incomplete: boolean;
}

const NOTHING: Found = { query: '', found: new Map(), incomplete: false };

/** Full-text search over sessions as the query is typed; a late result never replaces that of a newer query. */
function useFoundSessions(projectDir: string, query: string): Omit<Found, 'query'> & { readonly searching: boolean } {
  const [result, setResult] = useState<Found>(NOTHING);
  const wanted = query.trim();
  const searches = wanted.length >= MIN_QUERY;
  useEffect(() => {
    if (!searches) return;
    let current = true;
    const timer = setTimeout(() => {
      call('session.search', { projectDir, query: wanted }).then(
        ({ sessions, incomplete }) => {
          if (current) setResult({ query: wanted, found: new Map(sessions.map((one) => [one.sessionId, one])), incomplete });
        },
        // Shown as a search that found not all.
        () => {
          if (current) setResult({ ...NOTHING, query: wanted, incomplete: true });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [projectDir, wanted, searches]);
  if (!searches) return { found: NOTHING.found, incomplete: false, searching: false };
  return { found: result.found, incomplete: result.incomplete, searching: result.query !== wanted };
}
