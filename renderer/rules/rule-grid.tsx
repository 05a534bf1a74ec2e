import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { RuleUsage, RuleUse } from '#shared/contract/rules.ts';
import type { OnRules } from './change-rules.ts';
import type { ListItem } from './list-items.ts';
import { handleListKey } from './list-keys.ts';
import { beginDraft, draftOf } from './rule-draft.ts';
import { RuleLine } from './rule-line.tsx';
import { useKey, usesByRule } from './rule-marks.ts';
import { BEHAVIOR_WORDS, words } from './words.ts';
import styles from './rule-grid.module.css';

const ROW = 52;
const GROUP = 40;
const NO_USES: ReadonlyMap<string, RuleUse> = new Map();

export interface RuleGridProps {
  readonly list: RuleList;
  readonly items: readonly ListItem[];
  readonly usage: RuleUsage | null;
  /** ID of a rule to reveal; a new object for each request. */
  readonly goTo: { readonly ruleId: string } | null;
  readonly onChange: OnRules;
  readonly onFocusFilter: () => void;
}

/** The rules, virtualized: ten thousand are as fast as ten. */
export function RuleGrid({ list, items, usage, goTo, onChange, onFocusFilter }: RuleGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Active | null>(null);
  const uses = useMemo(() => (usage ? usesByRule(usage) : NO_USES), [usage]);
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => (items[index]?.type === 'group' ? GROUP : ROW),
    getItemKey: (index) => keyOf(items[index], index),
    overscan: 8,
  });
  // The active rule, or the one that replaced it when it was deleted.
  const activeIndex = active === null ? -1 : activeRule(items, active);
  const activeItem = items[activeIndex];
  const rule = activeItem?.type === 'rule' ? activeItem.rule : undefined;

  const activate = useCallback(
    (index: number) => {
      const item = items[index];
      if (item?.type !== 'rule') return;
      setActive({ rule: item.rule, index });
      virtual.scrollToIndex(index);
    },
    [items, virtual],
  );
  const move = (by: number) => {
    const step = Math.sign(by);
    let next = Math.min(Math.max((activeIndex === -1 ? (step > 0 ? -1 : items.length) : activeIndex) + by, 0), items.length - 1);
    if (items[next]?.type === 'group') next = items[next + step]?.type === 'rule' ? next + step : next + 1;
    activate(next);
  };
  const show = useCallback(
    (ruleId: string) => activate(items.findIndex((item) => item.type === 'rule' && item.rule.id === ruleId)),
    [activate, items],
  );

  useEffect(() => {
    if (!goTo) return;
    show(goTo.ruleId);
    grid.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per request, not when the list changes.
  }, [goTo]);

  return (
    <div
      ref={grid}
      role="grid"
      aria-label={words.inOrder}
      aria-rowcount={items.length}
      aria-colcount={4}
      aria-activedescendant={rule ? rowId(rule.id) : undefined}
      tabIndex={0}
      data-autofocus=""
      className={styles.grid}
      onFocus={() => active === null && document.activeElement === grid.current && move(1)}
      onKeyDown={(event) =>
        handleListKey(event, {
          rule,
          page: Math.max(1, Math.floor((grid.current?.clientHeight ?? 0) / ROW) - 1),
          move,
          toEnd: (end) => activate(end === 'first' ? 1 : items.length - 1),
          openMenu: () => grid.current?.querySelector<HTMLElement>('[aria-selected="true"] [data-rule-menu]')?.click(),
          focusFilter: onFocusFilter,
          onChange,
        })
      }
    >
      <div className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const item = items[row.index];
          if (!item) return null;
          const position = { transform: `translateY(${row.start}px)` };
          if (item.type === 'group')
            return (
              <div key={row.key} role="row" aria-rowindex={row.index + 1} className={styles.group} style={position}>
                <div role="gridcell" aria-colspan={4} className={styles.heading}>
                  <strong>{BEHAVIOR_WORDS[item.behavior].heading}</strong>
                  <span className={styles.count}>
                    {item.shown === item.total
                      ? item.total.toLocaleString('en')
                      : words.shownOf(item.shown.toLocaleString('en'), item.total.toLocaleString('en'))}
                  </span>
                  <span className={styles.detail}>{BEHAVIOR_WORDS[item.behavior].detail}</span>
                </div>
              </div>
            );
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid handles keys.
            <div
              key={row.key}
              ref={virtual.measureElement}
              id={rowId(item.rule.id)}
              role="row"
              aria-rowindex={row.index + 1}
              aria-selected={item.rule.id === rule?.id}
              data-index={row.index}
              className={styles.row}
              style={position}
              onClick={() => activate(row.index)}
              onDoubleClick={() => beginDraft(draftOf(item.rule, !item.rule.editable))}
            >
              <RuleLine
                rule={item.rule}
                list={list}
                usage={usage}
                use={uses.get(useKey(item.rule))}
                active={item.rule.id === rule?.id}
                onChange={onChange}
                onShow={show}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowId(ruleId: string): string {
  return `rule-${ruleId}`;
}

function keyOf(item: ListItem | undefined, index: number): string {
  if (!item) return String(index);
  return item.type === 'group' ? `group ${item.behavior}` : item.rule.id;
}

interface Active {
  readonly rule: RuleRow;
  readonly index: number;
}

/** IDs are positions, so an ID may come to name another rule: the text must match too. */
function activeRule(items: readonly ListItem[], { rule, index }: Active): number {
  const same = items.flatMap((item, at) => (item.type === 'rule' && isSame(item.rule, rule) ? [{ id: item.rule.id, at }] : []));
  const found = same.find(({ id }) => id === rule.id) ?? same[0];
  if (found) return found.at;
  const near = Math.min(index, items.length - 1);
  return items[near]?.type === 'rule' ? near : near - 1;
}

function isSame(a: RuleRow, b: RuleRow): boolean {
  return a.text === b.text && a.behavior === b.behavior && a.source === b.source;
}
