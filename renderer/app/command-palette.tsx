import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { opensScreenKeyboard } from '../ui/screen-keyboard.ts';
import { PHONE, useMediaQuery } from '../ui/use-media-query.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { commandEntries, fileEntry, findEntries, type PaletteEntry, projectEntries, settingsEntries } from './palette-entries.ts';
import { words } from './words.ts';
import styles from './command-palette.module.css';

const NONE: readonly PaletteEntry[] = [];
/** Shorter queries match too many files. Characters. */
const MIN_QUERY = 2;

/** Files of the project that match the query. The previous result stays until the next arrives, to avoid flicker. */
function useFoundFiles(query: string): readonly PaletteEntry[] {
  const sessionId = useWindow((state) => state.sessionId);
  const [found, setFound] = useState(NONE);
  const wanted = query.trim();
  useEffect(() => {
    if (sessionId === null || wanted.length < MIN_QUERY) return;
    let current = true;
    call('session.files', { sessionId, query: wanted.slice(0, 500) }).then(
      ({ files }) => current && setFound(files.filter((path) => !path.endsWith('/')).map((path) => fileEntry(path, sessionId))),
      // Ignore errors: the palette shows its other entries.
      () => current && setFound(NONE),
    );
    return () => {
      current = false;
    };
  }, [sessionId, wanted]);
  return wanted.length < MIN_QUERY ? NONE : found;
}

/** Fuzzy search over commands, sessions, projects, files and rules. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const entries = useEntries();
  const files = useFoundFiles(query);
  const found = useMemo(() => findEntries([...entries, ...files], query), [entries, files, query]);
  const index = Math.min(at, found.length - 1);
  const current = found[index];
  const list = useRef<HTMLUListElement>(null);
  const isPhone = useMediaQuery(PHONE);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const run = (entry: PaletteEntry, other = false) => {
    onClose();
    // After the dialog has restored the focus, so that the command may move it.
    setTimeout(() => (other && entry.runOther ? entry.runOther() : entry.run()), 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((index + step + found.length) % found.length);
    } else if (event.key === 'Enter' && current) {
      // Focus returns to the previous element, which the key must not press.
      event.preventDefault();
      run(current, event.shiftKey);
    }
  };

  return (
    <Dialog open onClose={onClose} title={words.palette} bare>
      <input
        className={styles.input}
        role="combobox"
        aria-label={words.search}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${index}`}
        placeholder={isPhone ? words.shortPlaceholder : words.placeholder}
        autoFocus={!opensScreenKeyboard()}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="visually-hidden">
        {query !== '' && words.found(found.length)}
      </p>
      <ul id={listId} ref={list} role="listbox" aria-label={words.palette} className={styles.list}>
        {found.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the search box owns the list and handles the keys
          <li
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={entry === current}
            className={classNames(styles.item, entry === current && styles.current)}
            onClick={(event) => run(entry, event.shiftKey)}
          >
            <span className={styles.name}>{entry.kind === 'command' ? entry.title : <VisibleText text={entry.title} />}</span>
            {entry.detail !== undefined && (
              <span className={styles.detail}>
                <VisibleText text={entry.detail} />
              </span>
            )}
            {entry.keys !== undefined && <Kbd keys={entry.keys} />}
          </li>
        ))}
        {found.length === 0 && <li className={styles.none}>{words.none}</li>}
      </ul>
      {current?.kind === 'file' && (
        <p className={styles.hint}>
          <Kbd keys="Enter" /> {words.fileHint} <Kbd keys="Shift+Enter" /> {words.mentionHint}
        </p>
      )}
    </Dialog>
  );
}

/** Commands at once, the other entries when they are loaded. */
function useEntries(): readonly PaletteEntry[] {
  const [commands] = useState(() => [...commandEntries(), ...settingsEntries()]);
  const [projectItems, setProjectItems] = useState<readonly PaletteEntry[]>([]);
  useEffect(() => {
    let current = true;
    void projectEntries().then((found) => {
      if (current) setProjectItems(found);
    });
    return () => {
      current = false;
    };
  }, []);
  return useMemo(() => [...commands, ...projectItems], [commands, projectItems]);
}
