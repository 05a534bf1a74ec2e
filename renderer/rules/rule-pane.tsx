import { Search } from 'lucide-react';
import { useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AddRule } from './add-rule.tsx';
import { matchesFilter } from './filter-rules.ts';
import { RuleGroup } from './rule-group.tsx';
import { useRules } from './use-rules.ts';
import styles from './rule-pane.module.css';

/** All permission rules of all sources, in the order they are checked. */
export function RulePane() {
  const { list, error, setList, reload } = useRules();
  return (
    <section className={styles.pane} aria-label="Rules" data-rules="">
      {list ? (
        <Loaded list={list} onChange={setList} />
      ) : error === null ? (
        <Skeleton lines={8} label="Loading the rules" />
      ) : (
        <EmptyState title="The rules can’t be shown" actions={<Button onClick={reload}>Try again</Button>}>
          {error}
        </EmptyState>
      )}
    </section>
  );
}

/** The rule that someone elsewhere in the window wants to see. */
function takeWishedText(): string {
  const { ruleWish } = useWindow.getState();
  return ruleWish?.type === 'show' ? ruleWish.rule.text : '';
}

function Loaded({ list, onChange }: { readonly list: RuleList; readonly onChange: (list: RuleList) => void }) {
  const [filter, setFilter] = useState(takeWishedText);
  const shown = list.rules.filter((rule) => matchesFilter(rule, filter));
  return (
    <>
      <header className={styles.toolbar}>
        <h2 className={styles.title}>Rules</h2>
        <span className={styles.count}>
          {shown.length === list.rules.length ? list.rules.length : `${shown.length} of ${list.rules.length}`}
        </span>
        <TextField
          label="Filter rules"
          hideLabel
          type="search"
          placeholder="Filter by rule, words or file"
          icon={<Search size={14} strokeWidth={1.5} aria-hidden="true" />}
          className={styles.filter}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </header>
      <div className={styles.scroller}>
        <div className={styles.content}>
          <AddRule list={list} onAdded={onChange} />
          {list.problems.map((problem) => (
            <p key={`${problem.file}${problem.message}`} className={styles.problem} role="alert">
              <strong className={styles.file}>{problem.file}</strong>
              {problem.message} Its rules are not in force.
            </p>
          ))}
          {list.rules.length === 0 && (
            <div className={styles.empty}>
              <EmptyState title="Everything asks">
                No rules yet. Answer a request with “Always allow”, or write the first rule above.
              </EmptyState>
            </div>
          )}
          {list.rules.length > 0 && shown.length === 0 && (
            <div className={styles.empty}>
              <EmptyState
                title="No rule matches the filter"
                actions={
                  <Button size="small" onClick={() => setFilter('')}>
                    Clear filter
                  </Button>
                }
              />
            </div>
          )}
          {RULE_BEHAVIORS.map((behavior) => (
            <RuleGroup key={behavior} behavior={behavior} rules={shown.filter((rule) => rule.behavior === behavior)} onChange={onChange} />
          ))}
        </div>
      </div>
    </>
  );
}
