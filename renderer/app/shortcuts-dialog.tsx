import { Dialog } from '../ui/overlays/dialog.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { COMMANDS } from './command-map.ts';
import { SHORTCUT_GROUPS, type Shortcut, type ShortcutGroup } from './shortcut-words.ts';
import { words } from './words.ts';
import styles from './shortcuts-dialog.module.css';

/** Shortcuts of the message box are listed in their own section below. */
const WINDOW: readonly Shortcut[] = COMMANDS.flatMap(({ id, keys, title }) =>
  keys === undefined || id.startsWith('message.') ? [] : [{ keys: [keys], label: title }],
);

const GROUPS: readonly ShortcutGroup[] = [{ title: words.shortcutsOfWindow, shortcuts: WINDOW }, ...SHORTCUT_GROUPS];

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={words.keyboardShortcuts} size="large">
      <div className={styles.columns}>
        {GROUPS.map((group) => (
          <section key={group.title} className={styles.group}>
            <h3 className={styles.heading}>{group.title}</h3>
            <dl className={styles.list}>
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.label} className={styles.row}>
                  <dt>{shortcut.label}</dt>
                  <dd className={styles.keys}>
                    {shortcut.keys.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
