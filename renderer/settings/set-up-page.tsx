import { useEffect, useState } from 'react';
import { isProblem, SET_UP_STATES, type SetUp, type SetUpItem, type SetUpState } from '#shared/compatibility/set-up.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { askTrust } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { SearchField } from '../ui/controls/search-field.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { TOUCH, useMediaQuery } from '../ui/use-media-query.ts';
import { IncludeDialog } from './include-dialog.tsx';
import { matchesSearch } from '../ui/match-search.ts';
import { SetUpRow } from './set-up-row.tsx';
import { words } from './words.ts';
import styles from './set-up-page.module.css';

/** Everything that files set up for the project, with its effect here: problems first. */
export function SetUpPage({ projectDir, trusted }: { readonly projectDir: string; readonly trusted: boolean }) {
  const { setUp, error, show } = useSetUp(projectDir, trusted);
  const [include, setInclude] = useState<NonNullable<SetUpItem['includes']> | null>(null);
  const isTouched = useMediaQuery(TOUCH);
  const [search, setSearch] = useState('');
  const asksTrust = useWindow(({ project }) => project !== null && !project.trusted && project.untrustedItems.length > 0);
  if (error !== null) return <EmptyState title={words.setUpFailed}>{error}</EmptyState>;
  if (!setUp) return <Skeleton lines={8} label={words.setUp} />;
  if (setUp.items.length === 0) return <EmptyState title={words.setUpEmpty}>{words.setUpEmptyDetail}</EmptyState>;
  const found = setUp.items.filter((item) => matches(item, search));
  return (
    <div className={styles.page}>
      <p className={styles.note}>{words.setUpDetail}</p>
      {!setUp.trusted && !asksTrust && <p className={styles.note}>{words.setUpNothingToTrust}</p>}
      {!setUp.trusted && asksTrust && (
        <div className={styles.untrusted}>
          <p>{setUp.items.some(({ state }) => state === 'waiting') ? words.setUpUntrustedParts : words.setUpUntrusted}</p>
          <Button size="small" onClick={() => askTrust(true)}>
            {words.setUpTrust}
          </Button>
        </div>
      )}
      <SearchField label={words.searchSetUp} isFirst={!isTouched} value={search} onSearch={setSearch} />
      <p className={styles.note} role="status">
        {summary(found, setUp)}
      </p>
      {SET_UP_STATES.map((state) => (
        <Section key={state} state={state} items={found.filter((item) => item.state === state)} onLook={setInclude} />
      ))}
      {include && (
        <IncludeDialog
          projectDir={projectDir}
          include={include}
          onClose={() => setInclude(null)}
          onAllowed={(changed) => {
            show(changed);
            setInclude(null);
          }}
        />
      )}
    </div>
  );
}

interface SectionProps extends Pick<React.ComponentProps<typeof SetUpRow>, 'onLook'> {
  readonly state: SetUpState;
  readonly items: readonly SetUpItem[];
}

function Section({ state, items, onLook }: SectionProps) {
  if (items.length === 0) return null;
  const title = words.setUpStates[state];
  return (
    <section aria-label={title}>
      <h3 className={isProblem(state) ? styles.problem : styles.heading}>
        {title} <span className={styles.count}>{items.length}</span>
      </h3>
      <ul className={styles.rows} aria-label={title}>
        {items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- equal parts may be listed twice, and rows have no state.
          <SetUpRow key={`${index} ${item.kind} ${item.name}`} item={item} onLook={onLook} />
        ))}
      </ul>
    </section>
  );
}

function matches({ kind, name, detail, why, source, file, state }: SetUpItem, search: string): boolean {
  const texts = [words.setUpKinds[kind], words.setUpStates[state], words.setUpSources[source], name, detail, why, file ?? ''];
  return matchesSearch(texts, search);
}

function summary(found: readonly SetUpItem[], { items, omitted }: SetUp): string {
  if (found.length === 0) return words.setUpNoneFound;
  const counted = found.length === items.length ? words.setUpCount(items.length) : words.setUpFound(found.length, items.length);
  return [counted, words.setUpProblems(found.filter(({ state }) => isProblem(state)).length), words.setUpOmitted(omitted)]
    .filter((text) => text !== '')
    .join(' ');
}

interface Loaded {
  /** `null` until loaded. */
  readonly setUp: SetUp | null;
  readonly error: string | null;
}

interface ShownSetUp extends Loaded {
  /** Shows what a change has made of it. */
  readonly show: (setUp: SetUp) => void;
}

/** Fetched again when settings, servers or trust change. */
function useSetUp(projectDir: string, trusted: boolean): ShownSetUp {
  const rules = useWindow((state) => state.rulesVersion);
  const servers = useWindow((state) => state.mcpVersion);
  const [loaded, setLoaded] = useState<Loaded>({ setUp: null, error: null });
  useEffect(() => {
    let current = true;
    call('settings.setUp', { projectDir }).then(
      (setUp) => current && setLoaded({ setUp, error: null }),
      (cause: unknown) => current && setLoaded({ setUp: null, error: errorMessage(cause) }),
    );
    return () => {
      current = false;
    };
  }, [projectDir, trusted, rules, servers]);
  return { ...loaded, show: (setUp) => setLoaded({ setUp, error: null }) };
}
