import { useState } from 'react';
import type { AvailablePlugin } from '#shared/contract/commands/plugin-commands.ts';
import { call } from '../../bridge/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import type { ActOnPlugins } from './use-plugins.ts';
import { words } from './words.ts';
import styles from './plugin-list.module.css';

/** A marketplace may list thousands. */
const MAX_SHOWN = 8;

interface AvailablePluginsProps {
  readonly plugins: readonly AvailablePlugin[];
  readonly projectDir: string;
  readonly busy: string | null;
  readonly act: ActOnPlugins;
}

/** What the known marketplaces offer and isn't installed. */
export function AvailablePlugins({ plugins, projectDir, busy, act }: AvailablePluginsProps) {
  const [search, setSearch] = useState('');
  const found = plugins.filter((plugin) => matches(plugin, search));
  const install = (id: string) =>
    void act({ key: `install ${id}`, failed: words.notChanged, run: () => call('plugins.install', { projectDir, id }) });
  return (
    <section className={styles.part} aria-label={words.available}>
      <h4 className={styles.heading}>{words.available}</h4>
      {plugins.length > MAX_SHOWN && <SearchField label={words.search} value={search} onSearch={setSearch} />}
      <ul className={styles.offers} aria-label={words.available}>
        {found.slice(0, MAX_SHOWN).map(({ id, description, version }) => {
          const [name = id, marketplace = ''] = id.split('@');
          const label = busy === `install ${id}` ? words.installing : words.install;
          return (
            <li key={id} className={styles.offer}>
              <div>
                <strong className={styles.name}>
                  <VisibleText text={name} />
                </strong>{' '}
                <span className={styles.side}>
                  <VisibleText text={version === '' ? marketplace : `${version} · ${marketplace}`} />
                </span>
                {description !== '' && (
                  <p className={styles.text}>
                    <VisibleText text={description} />
                  </p>
                )}
              </div>
              <Button size="small" disabled={busy !== null} onClick={() => install(id)} aria-label={words.of(label, id)}>
                {label}
              </Button>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className={styles.note}>{words.noneFound}</p>}
      {found.length > MAX_SHOWN && <p className={styles.note}>{words.more(found.length - MAX_SHOWN)}</p>}
    </section>
  );
}

/** Each word of the search must occur. */
function matches({ id, description, category }: AvailablePlugin, search: string): boolean {
  const text = `${id}\n${description}\n${category}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
