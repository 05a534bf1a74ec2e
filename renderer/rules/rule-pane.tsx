import { Braces, FlaskConical, ListTree, Package, Plus, ScrollText, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { editableSettingsFileSchema, type EditableSettingsFile } from '#shared/contract/commands/settings-commands.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { focusOnceThere } from '../ui/focus-once-there.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { SearchField } from '../ui/controls/search-field.tsx';
import { PastCalls } from './backtest-panel.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { useKeptPlaces } from './kept-places.ts';
import { listItems } from './list-items.ts';
import { beginDraft, useRuleDraft } from './rule-draft.ts';
import { RuleGrid } from './rule-grid.tsx';
import { Suggestions } from './suggestions.tsx';
import { TryCall } from './try-call.tsx';
import { usePendingRuleRequest, useRules, useUsage } from './use-rules.ts';
import { words } from './words.ts';
import styles from './rule-pane.module.css';

const SettingsFiles = onDemand(
  async () => (await import('./files/settings-files.tsx')).SettingsFiles,
  <Skeleton lines={8} label={words.loadingTheEditor} />,
);

const PackDialog = onDemand(async () => (await import('./packs/pack-dialog.tsx')).PackDialog);

const small = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** All permission rules of all sources in evaluation order, with the editor. */
export function RulePane() {
  const { list, error, setList, reload } = useRules();
  return (
    <section className={styles.pane} aria-label={words.rules} data-rules="">
      {list ? (
        <Loaded list={list} onChange={setList} />
      ) : error === null ? (
        <Skeleton lines={8} label={words.loadingTheRules} />
      ) : (
        <EmptyState title={words.rulesNotShown} actions={<Button onClick={reload}>{words.tryAgain}</Button>}>
          {error}
        </EmptyState>
      )}
    </section>
  );
}

function Loaded({ list, onChange }: { readonly list: RuleList; readonly onChange: (list: RuleList) => void }) {
  const [filter, setFilter] = useState('');
  const [trying, setTrying] = useState(false);
  const [packs, setPacks] = useState(false);
  // The settings file shown as text instead of the list.
  const [file, setFile] = useState<EditableSettingsFile | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const draft = useRuleDraft((state) => state.draft);
  const begun = useRuleDraft((state) => state.begun);
  const { usage, dismiss } = useUsage();
  const open = useCallback((part: 'try' | 'packs') => {
    if (part === 'packs') return setPacks(true);
    setTrying(true);
    focusOnceThere(document.body, (body) => body.querySelector<HTMLElement>('[data-call-to-try]'));
  }, []);
  const goTo = usePendingRuleRequest(list, open);
  const rules = useKeptPlaces(list.rules);
  const items = useMemo(() => listItems(rules, filter), [rules, filter]);
  const shown = items.reduce((sum, item) => sum + (item.type === 'rule' ? 1 : 0), 0);
  const focusFilter = useCallback(() => search.current?.focus(), []);
  // What was requested must be visible.
  useEffect(() => {
    if (!goTo) return;
    setFilter('');
    setFile(goTo.file ?? null);
  }, [goTo]);
  const sideOpen = draft !== null || trying;
  const newRule = useRef<HTMLButtonElement>(null);
  const isEmpty = list.rules.length === 0;
  // When the last rule is deleted, the focused list disappears.
  useEffect(() => {
    if (isEmpty && document.activeElement === document.body) newRule.current?.focus();
  }, [isEmpty]);
  return (
    <>
      <header className={styles.toolbar}>
        <h2 className={styles.title}>{words.rules}</h2>
        <span className={styles.count}>
          {shown === list.rules.length
            ? list.rules.length.toLocaleString('en')
            : words.countOf(shown.toLocaleString('en'), list.rules.length.toLocaleString('en'))}
        </span>
        <IconButton label={words.report} size="small" icon={<ScrollText {...small} />} onClick={() => openDialog({ type: 'report' })} />
        <SearchField
          ref={search}
          label={words.filterRules}
          placeholder={words.filterHint}
          className={styles.filter}
          value={filter}
          onSearch={setFilter}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            if (event.key === 'Escape') setFilter('');
            event.currentTarget.closest('[data-rules]')?.querySelector<HTMLElement>('[role="grid"]')?.focus();
          }}
        />
        <Button
          size="small"
          icon={file === null ? <Braces {...small} /> : <ListTree {...small} />}
          onClick={() => setFile(file === null ? 'local' : null)}
        >
          {file === null ? words.json : words.list}
        </Button>
        <Button size="small" aria-haspopup="dialog" icon={<Package {...small} />} onClick={() => setPacks(true)}>
          {words.packs}
        </Button>
        <Button
          size="small"
          className={styles.tryButton}
          aria-pressed={trying}
          icon={<FlaskConical size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => setTrying(!trying)}
        >
          {words.tryACall}
        </Button>
        <Button
          ref={newRule}
          size="small"
          variant="primary"
          icon={<Plus size={14} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => beginDraft()}
        >
          {words.newRule}
        </Button>
      </header>
      {packs && <PackDialog list={list} onChange={onChange} onClose={() => setPacks(false)} />}
      <div className={styles.body}>
        <div className={styles.list}>
          <Problems list={list} onFix={setFile} />
          {usage && file === null && <Suggestions suggestions={usage.suggestions} onDismiss={dismiss} onChange={onChange} />}
          {file !== null ? (
            <SettingsFiles key={file} first={file} />
          ) : isEmpty ? (
            <EmptyState
              title={words.noRulesYet}
              actions={
                <Button variant="primary" data-autofocus="" onClick={() => beginDraft()}>
                  {words.writeTheFirstRule}
                </Button>
              }
            >
              {words.noRulesYetDetail}
            </EmptyState>
          ) : items.length === 0 ? (
            <EmptyState
              title={words.noneMatches}
              actions={
                <Button size="small" onClick={() => setFilter('')}>
                  {words.clearFilter}
                </Button>
              }
            />
          ) : (
            <RuleGrid
              list={list}
              items={items}
              usage={usage}
              goTo={goTo?.file === undefined ? goTo : null}
              onChange={onChange}
              onFocusFilter={focusFilter}
            />
          )}
        </div>
        <div className={styles.side} data-open={sideOpen}>
          <ScrollArea label={words.ruleEditor} className={styles.scroll}>
            {draft && <DraftEditor draft={draft} list={list} onChange={onChange} />}
            {!draft && (
              <header className={styles.sideHead}>
                <IconButton label={words.close} size="small" icon={<X size={14} strokeWidth={1.5} />} onClick={() => setTrying(false)} />
              </header>
            )}
            <TryCall draft={draft} />
            {draft && <PastCalls key={begun} draft={draft} />}
            {!draft && <Keys />}
          </ScrollArea>
        </div>
      </div>
    </>
  );
}

/** Settings files that can't be used as they are. */
function Problems({ list, onFix }: { readonly list: RuleList; readonly onFix: (destination: EditableSettingsFile) => void }) {
  if (list.problems.length === 0) return null;
  return (
    <div className={styles.problems}>
      {list.problems.map((problem) => {
        const destination = editableSettingsFileSchema.safeParse(list.destinations.find(({ file }) => file === problem.file)?.destination);
        return (
          <div key={`${problem.file}${problem.message}`} className={styles.problem} role="alert">
            <p>
              <strong className={styles.file}>{problem.file}</strong>
              {problem.message}
            </p>
            {destination.success && (
              <Button size="small" onClick={() => onFix(destination.data)}>
                {words.fixIt}
              </Button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function Keys() {
  return (
    <dl className={styles.keys} aria-label={words.keysInTheList}>
      {words.keys.map(([key, action]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  );
}
