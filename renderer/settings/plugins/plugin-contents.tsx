import type { PluginRow } from '#shared/contract/commands/plugin-commands.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './plugin-list.module.css';

/** What a plugin does: open while it has to be accepted, with what is new since it was accepted last. */
export function PluginContents({ plugin }: { readonly plugin: PluginRow }) {
  const { state, items, digest } = plugin;
  if (state === 'unaccepted')
    return (
      <>
        <p className={styles.text}>{items.length === 0 ? words.nothing : words.wouldDo}</p>
        <Items plugin={plugin} />
      </>
    );
  if (digest === null || items.length === 0) return null;
  return (
    <details className={styles.does}>
      <summary>{words.does(items.length)}</summary>
      <Items plugin={plugin} />
    </details>
  );
}

function Items({ plugin: { state, items, added, gone, changedFiles } }: { readonly plugin: PluginRow }) {
  const changed = new Set(state === 'unaccepted' ? changedFiles : []);
  const markOf = (item: string) => (added.includes(item) ? words.added : changed.has(fileOf(item)) ? words.changed : undefined);
  const listed = new Set(items.map(fileOf));
  return (
    <ul className={styles.items}>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- equal lines differ only in their position.
        <Item key={index} item={item} mark={markOf(item)} />
      ))}
      {[...changed]
        .filter((file) => !listed.has(file))
        .map((file) => (
          <Item key={file} item={`${file}: ${words.mayRead}`} mark={words.changed} />
        ))}
      {gone.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above.
        <Item key={`gone ${index}`} item={item} mark={words.gone} />
      ))}
    </ul>
  );
}

function fileOf(item: string): string {
  const end = item.indexOf(': ');
  return end === -1 ? '' : item.slice(0, end);
}

/** “file: what it does”. */
function Item({ item, mark }: { readonly item: string; readonly mark: string | undefined }) {
  const file = fileOf(item);
  const does = file === '' ? item : item.slice(file.length + 2);
  const isGone = mark === words.gone;
  return (
    <li className={isGone ? styles.gone : undefined}>
      {mark !== undefined && <Badge tone={isGone ? 'neutral' : 'warn'}>{mark}</Badge>}{' '}
      <span>
        <VisibleText text={does} />
      </span>
      {file !== '' && (
        <code className={styles.file}>
          <VisibleText text={file} />
        </code>
      )}
    </li>
  );
}
