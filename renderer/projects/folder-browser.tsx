import { CornerLeftUp, Folder, FolderGit2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FolderListing } from '#shared/contract/project.ts';
import { call } from '../bridge/client.ts';
import { openProject } from '../store/project-actions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { words } from './words.ts';
import styles from './folder-browser.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

export interface FolderBrowserProps {
  /** Explains why one has to look, when it wasn't asked for. */
  readonly why?: string | undefined;
  readonly onClose: () => void;
}

/** Finds a folder on the host's machine, where the host has no dialog for that. */
export function FolderBrowser({ why, onClose }: FolderBrowserProps) {
  const [listing, setListing] = useState<FolderListing | null>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | undefined>();

  const go = async (path?: string) => {
    try {
      const next = await call('project.browse', path === undefined ? {} : { path });
      setListing(next);
      setTyped(next.path);
      setError(undefined);
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : String(cause));
    }
  };
  useEffect(() => void go(), []);

  const moved = listing !== null && typed !== listing.path;
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
          <Button variant="primary" disabled={listing === null || moved} onClick={() => listing && void openProject(listing.path)}>
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
          label={words.folder}
          hideLabel
          mono
          spellCheck={false}
          autoFocus
          value={typed}
          error={error}
          onChange={(event) => setTyped(event.target.value)}
          className={styles.grow}
        />
        <Button type="submit" disabled={!moved}>
          {words.go}
        </Button>
      </form>
      <ul className={styles.list} aria-label={words.folders}>
        {listing?.parent != null && (
          <li>
            <button type="button" className={styles.folder} onClick={() => void go(listing.parent ?? undefined)}>
              <CornerLeftUp {...icon} />
              {words.parentFolder}
            </button>
          </li>
        )}
        {listing?.folders.map((folder) => (
          <li key={folder.path}>
            <button
              type="button"
              className={styles.folder}
              onClick={() => void go(folder.path)}
              onDoubleClick={() => void openProject(folder.path)}
            >
              {folder.isGit ? <FolderGit2 {...icon} className={styles.git} /> : <Folder {...icon} />}
              {folder.name}
              {folder.isGit && <span className={styles.note}>{words.git}</span>}
            </button>
          </li>
        ))}
        {listing?.folders.length === 0 && <li className={styles.none}>{words.noFoldersInHere}</li>}
      </ul>
    </Dialog>
  );
}
