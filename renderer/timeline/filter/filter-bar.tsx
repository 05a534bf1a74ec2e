import { ChevronDown, Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useSession } from '../../store/selectors.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu, MenuCheckItem } from '../../ui/overlays/menu.tsx';
import { STATE_WORDS } from '../../ui/words.ts';
import { filterCalls, toggleValue, toolNames, valueWords, type Agents } from './call-filter.ts';
import { type CallFilter, type Facet, FACETS, isFiltering } from './filter-choice.ts';
import { callsOf, useCoarse } from '../../calls/calls-of.ts';
import { closeFilter, setFilter, useCallFilter, useFilterState } from './timeline-filter.ts';
import { words } from '../words.ts';
import styles from './filter-bar.module.css';

const FACET_WORDS: Readonly<Record<Facet, string>> = {
  state: words.state,
  tool: words.tool,
  agent: words.agent,
  decision: words.decidedBy,
};
const NO_AGENTS: Agents = {};

/** Search field, facet chips, and the number of matching calls. */
export function FilterBar({ sessionId, onLeave }: { readonly sessionId: string; readonly onLeave: () => void }) {
  const filter = useCallFilter(sessionId);
  const wanted = useFilterState((state) => state.wanted);
  const view = useCoarse(useSession(sessionId, (whole) => whole));
  const agents = view?.agents ?? NO_AGENTS;
  const rows = useMemo(() => (view ? callsOf(view) : []), [view]);
  const tools = useMemo(() => toolNames(rows), [rows]);
  const { matches, counts } = useMemo(() => filterCalls(rows, filter, agents), [rows, filter, agents]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [wanted]);
  const change = (next: CallFilter) => setFilter(sessionId, next);
  const leave = () => {
    closeFilter();
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    else if (event.key === 'ArrowDown' || event.key === 'Enter') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const found = words.found(matches.size.toLocaleString('en'), rows.length.toLocaleString('en'));
  return (
    <div role="search" aria-label={words.filterTheTimeline} className={styles.bar}>
      <div className={styles.search}>
        <Search size={14} strokeWidth={1.5} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          className={styles.field}
          aria-label={words.filterLabel}
          placeholder={words.filterHint}
          spellCheck={false}
          autoComplete="off"
          value={filter.text}
          onChange={(event) => change({ ...filter, text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        <span className={styles.count} aria-hidden="true">
          {found}
        </span>
        <Announced text={isFiltering(filter) ? words.callsShown(found) : ''} filter={filter} />
      </div>
      <div className={styles.chips}>
        {FACETS.filter((facet) => facet !== 'agent' || counts.agent.size > 1).map((facet) => (
          <FacetChip key={facet} facet={facet} filter={filter} counts={counts[facet]} agents={agents} tools={tools} onChange={change} />
        ))}
        <IconButton
          label={words.clearTheFilter}
          keys="Escape"
          size="small"
          icon={<X size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={leave}
          tooltipSide="bottom"
        />
      </div>
    </div>
  );
}

interface FacetChipProps {
  readonly facet: Facet;
  readonly filter: CallFilter;
  readonly counts: ReadonlyMap<string, number>;
  readonly agents: Agents;
  readonly tools: ReadonlyMap<string, string>;
  readonly onChange: (filter: CallFilter) => void;
}

/** A facet: its selected values, and a menu of all values with the number of calls each would show. */
function FacetChip({ facet, filter, counts, agents, tools, onChange }: FacetChipProps) {
  const chosen = filter.chosen[facet];
  const [first, ...more] = chosen.map((value) => valueWords(facet, value, agents, tools));
  const values = [...counts].sort(facet === 'state' ? byStateOrder : byCount);
  return (
    <Menu
      trigger={
        <button type="button" className={styles.chip} data-chosen={chosen.length > 0}>
          {FACET_WORDS[facet]}
          {first !== undefined && <b>{more.length > 0 ? `${first} +${more.length}` : first}</b>}
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      {values.map(([value, count]) => (
        <MenuCheckItem
          key={value}
          checked={chosen.includes(value)}
          onToggle={() => onChange(toggleValue(filter, facet, value))}
          note={count.toLocaleString('en')}
        >
          {valueWords(facet, value, agents, tools)}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}

type Counted = readonly [value: string, count: number];

function byCount(a: Counted, b: Counted): number {
  return b[1] - a[1] || a[0].localeCompare(b[0]);
}

const STATE_ORDER = Object.keys(STATE_WORDS);

/** In life-cycle order, from queued to finished. */
function byStateOrder(a: Counted, b: Counted): number {
  return STATE_ORDER.indexOf(a[0]) - STATE_ORDER.indexOf(b[0]);
}

/** Announces the result of a filter change to screen readers, but not every new call. */
function Announced({ text, filter }: { readonly text: string; readonly filter: CallFilter }) {
  const settled = useDeferredValue(filter);
  const [announced, setAnnounced] = useState({ filter: settled, text: '' });
  if (announced.filter !== settled) setAnnounced({ filter: settled, text });
  return (
    <span role="status" className="visually-hidden">
      {announced.text}
    </span>
  );
}
