import { useEffect, useState } from 'react';
import type { SettingsList } from '#shared/contract/commands/settings-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './working-directories.module.css';

const NONE: readonly string[] = [];

/** The agent's working directories: the project, those of settings files, and those of the shown session, which are editable here. */
export function WorkingDirectories({ projectDir }: { readonly projectDir: string }) {
  const sessionId = useWindow((state) => state.sessionId);
  const own = useSession(sessionId ?? '', (view) => view.directories) ?? NONE;
  const values = useDirectoriesOfFiles(projectDir);
  return (
    <>
      <ul className={styles.list} aria-label={words.sectionTexts.directories.title}>
        <Row path={projectDir} from={words.theProject} />
        {values.map(({ path, source }) => (
          <Row key={`${source} ${path}`} path={path} from={words.fromFile(source)} />
        ))}
        {own.map((path) => (
          <Row
            key={path}
            path={path}
            from={words.thisSession}
            onRemove={() =>
              void (sessionId && attempt(words.directoryNotRemoved, call('session.setDirectory', { sessionId, change: 'remove', path })))
            }
          />
        ))}
      </ul>
      {sessionId !== null && <AddForm sessionId={sessionId} />}
    </>
  );
}

function Row({ path, from, onRemove }: { readonly path: string; readonly from: string; readonly onRemove?: () => void }) {
  return (
    <li className={styles.row}>
      <code className={styles.path}>
        <VisibleText text={path} />
      </code>
      <span className={styles.from}>{from}</span>
      {onRemove && (
        <Button size="small" variant="quiet" aria-label={words.removeDirectory(path)} onClick={onRemove}>
          {words.remove}
        </Button>
      )}
    </li>
  );
}

function AddForm({ sessionId }: { readonly sessionId: string }) {
  const [path, setPath] = useState('');
  const [error, setError] = useState<string>();
  const add = async (): Promise<void> => {
    try {
      await call('session.setDirectory', { sessionId, change: 'add', path: path.trim() });
      setPath('');
    } catch (problem) {
      setError(errorMessage(problem));
    }
  };
  return (
    <form
      className={styles.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') void add();
      }}
    >
      <TextField
        label={words.addDirectory}
        mono
        value={path}
        placeholder={words.exampleDirectory}
        hint={words.addDirectoryHint}
        error={error}
        spellCheck={false}
        onChange={(event) => {
          setPath(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={path.trim() === ''}>
        {words.add}
      </Button>
    </form>
  );
}

type DirectoryOfFile = Pick<SettingsList['values'][string][number], 'source'> & { readonly path: string };

/** As written in the files; ineffective ones are left out. */
function useDirectoriesOfFiles(projectDir: string): readonly DirectoryOfFile[] {
  const version = useWindow((state) => state.rulesVersion);
  const [found, setFound] = useState<readonly DirectoryOfFile[]>([]);
  useEffect(() => {
    let current = true;
    call('settings.list', { projectDir }).then(
      ({ values }) => {
        if (!current) return;
        const counting = (values['permissions.additionalDirectories'] ?? []).filter(({ ignored }) => !ignored);
        setFound(
          counting.flatMap(({ source, value }) =>
            Array.isArray(value) ? value.flatMap((path) => (typeof path === 'string' ? [{ source, path }] : [])) : [],
          ),
        );
      },
      // The form below reports that they can't be read.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [projectDir, version]);
  return found;
}
