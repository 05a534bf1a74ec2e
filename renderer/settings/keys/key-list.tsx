import { type ChosenKeys, commandKeys, WINDOW_COMMANDS, type WindowCommandId } from '#shared/contract/window-commands.ts';
import { useWindow } from '../../store/app-store.ts';
import { openDialog, savePreferences } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { keyNames } from '../../ui/display/kbd.tsx';
import { showToast } from '../../ui/overlays/toast.tsx';
import { matchesSearch } from '../../ui/match-search.ts';
import { COMMAND_IDS } from './key-changes.ts';
import { KeyRow } from './key-row.tsx';
import { words } from './words.ts';
import styles from './key-list.module.css';

/** Whether a search finds a command: by its title or its keys. */
export function findsCommand(id: WindowCommandId, search: string, chosen: ChosenKeys): boolean {
  const keys = commandKeys(id, chosen);
  const names = keys === undefined ? [] : keyNames(keys);
  return matchesSearch([WINDOW_COMMANDS[id].title, names.join(' '), names.join('+')], search);
}

/** All commands of the window with their keys, which can be changed. */
export function KeyList({ search }: { readonly search: string }) {
  const chosen = useWindow((state) => state.app?.preferences.keys) ?? {};
  const change = (keys: ChosenKeys) => void savePreferences({ keys });
  const resetAll = () => {
    change({});
    showToast({ title: words.restored, action: { label: words.undo, run: () => change(chosen) } });
  };
  return (
    <div className={styles.list}>
      <p className={styles.note}>{words.fixed}</p>
      <div className={styles.actions}>
        <Button size="small" onClick={() => openDialog({ type: 'shortcuts' })}>
          {words.showAll}
        </Button>
        {Object.keys(chosen).length > 0 && (
          <Button size="small" onClick={resetAll}>
            {words.resetAll}
          </Button>
        )}
      </div>
      <ul className={styles.rows} aria-label={words.keys}>
        {COMMAND_IDS.filter((id) => findsCommand(id, search, chosen)).map((id) => (
          <KeyRow key={id} id={id} chosen={chosen} onChange={change} />
        ))}
      </ul>
    </div>
  );
}
