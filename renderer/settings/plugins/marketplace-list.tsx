import { useState, type SyntheticEvent } from 'react';
import type { MarketplaceRow } from '#shared/contract/commands/plugin-commands.ts';
import { call } from '../../bridge/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import type { ActOnPlugins } from './use-plugins.ts';
import { words } from './words.ts';
import styles from './plugin-list.module.css';

interface MarketplaceListProps {
  readonly marketplaces: readonly MarketplaceRow[];
  readonly projectDir: string;
  readonly busy: string | null;
  readonly act: ActOnPlugins;
}

/** Where plugins can be installed from. */
export function MarketplaceList({ marketplaces, projectDir, busy, act }: MarketplaceListProps) {
  return (
    <section className={styles.part} aria-label={words.marketplaces}>
      <h4 className={styles.heading}>{words.marketplaces}</h4>
      {marketplaces.length === 0 && <p className={styles.note}>{words.noMarketplaces}</p>}
      <ul className={styles.offers} aria-label={words.marketplaces}>
        {marketplaces.map((marketplace) => (
          <Marketplace key={marketplace.name} marketplace={marketplace} projectDir={projectDir} busy={busy} act={act} />
        ))}
      </ul>
      <AddMarketplace projectDir={projectDir} busy={busy} act={act} />
    </section>
  );
}

function Marketplace({
  marketplace: { name, from, by, updatedAt, plugins, problems },
  projectDir,
  busy,
  act,
}: Omit<MarketplaceListProps, 'marketplaces'> & { readonly marketplace: MarketplaceRow }) {
  const failed = words.marketplaceNotChanged;
  const readText = busy === `read ${name}` ? words.reading : updatedAt === null ? words.read : words.refresh;
  return (
    <li className={styles.offer} aria-label={words.marketplace(name)}>
      <div>
        <strong className={styles.name}>
          <VisibleText text={name} />
        </strong>{' '}
        <span className={styles.side}>{plugins === null ? '' : words.count(plugins)}</span>
        <p className={styles.small}>
          {words.namedBy[by]}: <VisibleText text={from} />
        </p>
        {problems.map((problem) => (
          <p key={problem} className={styles.why}>
            <VisibleText text={problem} />
          </p>
        ))}
        {updatedAt === null && problems.length === 0 && <p className={styles.small}>{words.notRead}</p>}
      </div>
      <span className={styles.acts}>
        <Button
          size="small"
          variant={updatedAt === null ? 'default' : 'quiet'}
          disabled={busy !== null}
          aria-label={words.of(readText, name)}
          onClick={() => void act({ key: `read ${name}`, failed, run: () => call('marketplaces.update', { projectDir, name }) })}
        >
          {readText}
        </Button>
        {by === 'added' && (
          <Button
            size="small"
            variant="quiet"
            disabled={busy !== null}
            aria-label={words.of(words.remove, name)}
            onClick={() => void act({ key: `forget ${name}`, failed, run: () => call('marketplaces.remove', { projectDir, name }) })}
          >
            {words.remove}
          </Button>
        )}
      </span>
    </li>
  );
}

function AddMarketplace({ projectDir, busy, act }: Omit<MarketplaceListProps, 'marketplaces'>) {
  const [source, setSource] = useState('');
  const wanted = source.trim();
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (wanted === '' || busy !== null) return;
    const run = () => call('marketplaces.add', { projectDir, source: wanted });
    if (await act({ key: 'add', failed: words.marketplaceNotAdded, run })) setSource('');
  };
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <TextField
        className={styles.source}
        label={words.addMarketplace}
        hint={words.addHint}
        placeholder={words.example}
        value={source}
        mono
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSource(event.target.value)}
      />
      <Button type="submit" disabled={wanted === '' || busy !== null}>
        {busy === 'add' ? words.adding : words.add}
      </Button>
    </form>
  );
}
