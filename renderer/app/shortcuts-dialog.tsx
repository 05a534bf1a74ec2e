import { Dialog } from '../ui/overlays/dialog.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { keysOf } from '../store/command-keys.ts';
import { COMMANDS } from './command-map.ts';
import { shortcutGroups, type Shortcut, type ShortcutGroup } from './shortcut-words.ts';
import { words } from './words.ts';
import styles from './shortcuts-dialog.module.css';

/** Shortcuts of the message box are listed in their own section below. */
function windowShortcuts(): readonly Shortcut[] {
  return COMMANDS.flatMap(({ id, title }) => {
    const keys = keysOf(id);
    return keys === undefined || id.startsWith('message.')
      ? []
      : [{ keys: [keys], label: hidesAgain(id) ? words.hidesAgain(title) : title }];
  });
}

/** The same key hides it. */
function hidesAgain(id: string): boolean {
  return id.startsWith('pane.') || id === 'session.list';
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const groups: readonly ShortcutGroup[] = [{ title: words.shortcutsOfWindow, shortcuts: windowShortcuts() }, ...shortcutGroups()];
  return (
    <Dialog open onClose={onClose} title={words.keyboardShortcuts} size="wide">
      <ScrollArea label={words.keyboardShortcuts} className={styles.columns}>
        {groups.map((group) => (
          <section key={group.title} className={styles.group}>
            <h3 className={styles.heading}>{group.title}</h3>
            <dl className={styles.list}>
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.label} className={styles.row}>
                  <dt>{shortcut.label}</dt>
                  <dd className={styles.keys}>
                    {shortcut.keys.map((keys) => (
                      <Kbd key={keys} keys={keys} always />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollArea>
    </Dialog>
  );
}
