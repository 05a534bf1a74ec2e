import { CornerLeftUp, Folder, FolderGit2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { FolderListing } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { openProject } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { opensScreenKeyboard } from '../ui/screen-keyboard.ts';
import { TextField } from '../ui/controls/text-field.tsx';
import { completed, splitTyped, startsWith, withoutEnd } from './typed-folder.ts';
import { words } from './words.ts';
import styles from './folder-browser.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

const TYPING_MS = 120;

export interface FolderBrowserProps {
  /** The reason it opened, if the user didn't ask for it. */
  readonly why?: string | undefined;
  readonly onClose: () => void;
}

/** Picks a folder on the host's machine, where the host has no dialog for it. */
export function FolderBrowser({ why, onClose }: FolderBrowserProps) {
  const [listing, setListing] = useState<FolderListing | null>(null);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Whether the focus was in the list before it changed. */
  const inList = useRef(false);
  const [error, setError] = useState<string | undefined>();

  /** Counts navigations, so that a slow listing doesn't replace a later one. */
  const steps = useRef(0);
  /** The target isn't listed yet: the folder shown must not be opened instead. */
  const [going, setGoing] = useState(false);

  const go = async (path?: string) => {
    steps.current += 1;
    const step = steps.current;
    setGoing(true);
    try {
      const next = await call('project.browse', path === undefined ? {} : { path });
      if (step !== steps.current) return;
      inList.current = list.current?.contains(document.activeElement) === true;
      setListing(next);
      // Keep what was typed meanwhile.
      setTyped((now) => (now === typed ? next.path : now));
      setError(undefined);
    } catch (cause) {
      if (step === steps.current) setError(errorMessage(cause));
    }
    if (step === steps.current) setGoing(false);
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens.
  useEffect(() => void go(), []);

  /** Up and Down move between folders; Backspace goes to the parent. */
  const onListKey = (event: KeyboardEvent<HTMLUListElement>) => {
    const folders = [...event.currentTarget.querySelectorAll('button')];
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -folders.length, End: folders.length }[event.key];
    if (step !== undefined) {
      const at = folders.findIndex((folder) => folder === document.activeElement);
      folders[Math.min(Math.max(at + step, 0), folders.length - 1)]?.focus();
    } else if (event.key === 'Backspace' && listing?.parent != null) void go(listing.parent);
    else return;
    event.preventDefault();
  };
  // The first path fills a field that the user may be about to type in: typing replaces it instead of adding to it.
  useLayoutEffect(() => {
    if (steps.current === 1 && listing !== null && field.current?.value === listing.path) field.current.select();
  }, [listing]);
  // After navigating, the new list's first folder takes the focus.
  useLayoutEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[data-folder]') ?? list.current?.querySelector('button');
    if (inList.current) first?.focus();
  }, [listing]);

  // A path typed before the first list is there can be gone to, too.
  const moved = withoutEnd(typed) !== (listing?.path ?? '');
  const canOpen = listing !== null && !moved && !going;
  const { folder: within, start } = splitTyped(typed);
  const isNarrowed = moved && within === listing?.path;
  const shown = listing?.folders.filter(({ name }) => !isNarrowed || startsWith(name, start)) ?? [];
  const isElsewhere = listing !== null && typed !== listing.path && within !== listing.path;
  // Lists the folder that the typed path is in.
  useEffect(() => {
    if (!isElsewhere) return undefined;
    const step = steps.current;
    const timer = setTimeout(async () => {
      // A half-typed path may not exist; Go reports it.
      const next = await call('project.browse', { path: within }).catch(() => undefined);
      if (next && step === steps.current) setListing(next);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [isElsewhere, within]);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.openFolder}
      description={why}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            variant="primary"
            disabled={!canOpen}
            title={moved ? words.goFirst : undefined}
            onClick={() => canOpen && void openProject(listing.path)}
          >
            {words.openThisFolder}
          </Button>
        </>
      }
    >
      <form
        className={styles.path}
        onSubmit={(event) => {
          event.preventDefault();
          void go(typed);
        }}
      >
        <TextField
          ref={field}
          label={words.folder}
          hideLabel
          mono
          spellCheck={false}
          autoFocus={!opensScreenKeyboard()}
          value={typed}
          error={error}
          hint={moved ? words.enterLists : words.enterOpens}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Tab' && !event.shiftKey && isNarrowed) {
              const names = shown.map(({ name }) => name);
              const longer = completed(typed, names);
              if (longer === undefined) return;
              event.preventDefault();
              setTyped(longer);
            } else if (event.key === 'Enter' && canOpen) {
              event.preventDefault();
              // Not by the key that opened the dialog, held down.
              if (!event.repeat) void openProject(listing.path);
            } else if (event.key === 'ArrowDown') {
              event.preventDefault();
              const isMatched = isNarrowed && shown.length > 0;
              list.current?.querySelector<HTMLElement>(isMatched ? '[data-folder]' : 'button')?.focus();
            }
          }}
          className={styles.grow}
        />
        <Button type="submit" disabled={!moved}>
          {words.go}
        </Button>
      </form>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its buttons */}
      <ul ref={list} className={styles.list} aria-label={words.folders} onKeyDown={onListKey}>
        {listing?.parent != null && (
          <li>
            <button type="button" className={styles.folder} onClick={() => void go(listing.parent ?? undefined)}>
              <CornerLeftUp {...icon} />
              {words.parentFolder}
            </button>
          </li>
        )}
        {shown.map((folder, index) => (
          <li key={folder.path}>
            <button
              type="button"
              className={styles.folder}
              data-folder=""
              // The list is one stop for Tab.
              tabIndex={listing?.parent == null && index === 0 ? 0 : -1}
              onClick={() => void go(folder.path)}
              onDoubleClick={() => void openProject(folder.path)}
            >
              {folder.isGit ? <FolderGit2 {...icon} className={styles.git} /> : <Folder {...icon} />}
              {folder.name}
              {folder.isGit && <span className={styles.note}>{words.git}</span>}
            </button>
          </li>
        ))}
        {listing !== null && shown.length === 0 && (
          <li className={styles.none}>{isNarrowed ? words.noFolderStartsWith(start) : words.noFoldersInHere}</li>
        )}
      </ul>
    </Dialog>
  );
}
