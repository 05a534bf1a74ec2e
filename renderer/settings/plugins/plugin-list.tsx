import { Skeleton } from '../../ui/display/skeleton.tsx';
import { AvailablePlugins } from './available-plugins.tsx';
import { MarketplaceList } from './marketplace-list.tsx';
import { PluginRow } from './plugin-row.tsx';
import { usePlugins } from './use-plugins.ts';
import { words } from './words.ts';
import styles from './plugin-list.module.css';

/** Plugins that are installed or that settings name, what can be installed, and from where. */
export function PluginList({ projectDir, trusted }: { readonly projectDir: string; readonly trusted: boolean }) {
  const { list, error, busy, act } = usePlugins(projectDir, trusted);
  if (error !== null)
    return (
      <p className={styles.note} role="alert">
        {words.failed(error)}
      </p>
    );
  if (!list) return <Skeleton lines={3} label={words.title} />;
  const { plugins, available, marketplaces } = list;
  return (
    <div className={styles.parts}>
      {plugins.length === 0 ? (
        <p className={styles.note}>{words.none}</p>
      ) : (
        <ul className={styles.list} aria-label={words.title}>
          {plugins.map((plugin) => (
            <PluginRow key={plugin.id} plugin={plugin} projectDir={projectDir} busy={busy} act={act} />
          ))}
        </ul>
      )}
      {available.length > 0 && <AvailablePlugins plugins={available} projectDir={projectDir} busy={busy} act={act} />}
      <MarketplaceList marketplaces={marketplaces} projectDir={projectDir} busy={busy} act={act} />
    </div>
  );
}
