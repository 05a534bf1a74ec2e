import { SquareTerminal } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, type KeyboardEvent } from 'react';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { noteSelected, useWantedTerminal } from '../store/wanted-terminal.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { focusOnceThere } from '../ui/focus-once-there.ts';
import { matchesChord } from '../ui/display/kbd.tsx';
import { useCoarse } from '../calls/calls-of.ts';
import {
  close,
  focusSlot,
  keep,
  onlyKnown,
  type OpenTerminals,
  show,
  type Split,
  splitInto,
  tabsOf,
  useOpenTerminals,
} from './list/open-terminals.ts';
import { startUserShell, useUserShells } from './user-shells.ts';
import { shownItem, terminalItems, type TerminalItem } from './list/terminal-items.ts';
import { TerminalList } from './list/terminal-list.tsx';
import { TerminalTabs } from './list/terminal-tabs.tsx';
import { TerminalView } from './terminal-view.tsx';
import { words } from './words.ts';
import styles from './terminal-pane.module.css';

/** The text input of the focused split's terminal. */
const typedInto = (pane: HTMLElement) => pane.querySelector<HTMLElement>('[data-slot="chosen"] .xterm-helper-textarea');

/** The terminals of a session's commands: a list, tabs, and one or two splits. */
export function TerminalPane({ sessionId, onLeave }: { readonly sessionId: string; readonly onLeave?: () => void }) {
  const view = useCoarse(useSession(sessionId, (whole) => whole));
  const { shells, allowed } = useUserShells(sessionId);
  const items = useMemo(() => (view ? terminalItems(view, shells) : []), [view, shells]);
  const [stored, change] = useOpenTerminals(sessionId);
  const open = useMemo(() => onlyKnown(stored, new Set(items.map(({ id }) => id))), [stored, items]);
  const first = shownItem(items, open.slots[0]);
  const second = open.split === 'none' ? undefined : items.find(({ id }) => id === open.slots[1]);
  const focused = open.split !== 'none' && open.focused === 1 ? second : first;
  const pane = useRef<HTMLElement>(null);
  const onNewShell = allowed ? () => void startUserShell() : undefined;
  const wanted = useWantedTerminal((state) => state.itemId);
  const isThere = items.some(({ id }) => id === wanted);
  const showWanted = useEffectEvent((id: string) => change((before) => keep(show(before, id), id)));
  useEffect(() => {
    if (wanted === null || !isThere) return;
    showWanted(wanted);
    noteSelected();
  }, [wanted, isThere]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof Element)) return;
    // Around a terminal, Mod+ArrowUp is the window's: there the arrow keys alone move.
    if (event.target.closest('.xterm') === null) return isLeaving(event) ? onLeave?.() : undefined;
    const step = matchesChord(event, 'Mod+ArrowDown') ? 1 : matchesChord(event, 'Mod+ArrowUp') ? -1 : 0;
    const next = items[items.findIndex(({ id }) => id === focused?.id) + step];
    if (step === 0) return;
    event.preventDefault();
    if (next) change((before) => show(before, next.id));
  };
  if (!first)
    return (
      <section className={styles.pane} aria-label={words.terminals}>
        <EmptyState
          icon={<SquareTerminal size={24} strokeWidth={1.5} aria-hidden="true" />}
          title={words.noCommandsYet}
          actions={onNewShell && <Button onClick={onNewShell}>{words.open}</Button>}
        >
          {words.emptyHint}
        </EmptyState>
      </section>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that move between commands.
    <section ref={pane} className={styles.pane} aria-label={words.terminals} onKeyDown={onKeyDown}>
      <div className={styles.split}>
        <TerminalList
          sessionId={sessionId}
          items={items}
          shown={focused?.id}
          onShow={(id) => change((before) => show(before, id))}
          onKeep={(id) => {
            change((before) => keep(show(before, id), id));
            requestAnimationFrame(() => pane.current && focusOnceThere(pane.current, typedInto));
          }}
        />
        <div className={styles.detail}>
          <TerminalTabs
            items={tabItems(open, items, first)}
            shown={focused?.id}
            preview={open.tabs.includes(first.id) ? open.preview : (open.preview ?? first.id)}
            split={open.split}
            onShow={(id) => change((before) => show(before, id))}
            onKeep={(id) => change((before) => keep(before, id))}
            onClose={(id) => change((before) => close(before, id))}
            onNewShell={onNewShell}
            onSplit={(split: Split) => change((before) => splitInto(before, split, otherThan(first, items)))}
          />
          <div className={styles.slots} data-split={open.split}>
            {slotsOf(open.split, first, second).map(({ slot, item }) => (
              // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- focus inside makes this the focused split.
              <div
                key={`${slot} ${item?.id ?? ''}`}
                className={styles.slot}
                data-slot={open.split === 'none' || open.focused === slot ? 'chosen' : undefined}
                data-focused={open.split !== 'none' && open.focused === slot}
                onFocus={() => change((before) => focusSlot(before, slot))}
                onPointerDown={() => change((before) => focusSlot(before, slot))}
              >
                {item ? (
                  <TerminalView sessionId={sessionId} item={item} />
                ) : (
                  <EmptyState title={words.emptySlot}>{words.chooseHint}</EmptyState>
                )}
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Escape, but not in a field or an open menu, and the inspector closes first. */
function isLeaving(event: KeyboardEvent): boolean {
  const { target, currentTarget } = event;
  const isHere = target instanceof Element && currentTarget.contains(target) && target.closest('input, [role="menu"]') === null;
  return isHere && matchesChord(event, 'Escape') && useWindow.getState().selectedCallId === null;
}

function slotsOf(
  split: Split,
  first: TerminalItem,
  second: TerminalItem | undefined,
): readonly { readonly slot: 0 | 1; readonly item: TerminalItem | undefined }[] {
  const one = { slot: 0, item: first } as const;
  return split === 'none' ? [one] : [one, { slot: 1, item: second }];
}

/** The open terminals, or the newest if nothing else is shown. */
function tabItems(open: OpenTerminals, items: readonly TerminalItem[], first: TerminalItem): readonly TerminalItem[] {
  const tabs = tabsOf(open).flatMap((tab) => items.find(({ id }) => id === tab) ?? []);
  return tabs.some(({ id }) => id === first.id) ? tabs : [...tabs, first];
}

function otherThan(first: TerminalItem, items: readonly TerminalItem[]): string | null {
  return items.find(({ id, terminal }) => id !== first.id && terminal !== undefined)?.id ?? null;
}
