import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { engineNow, useNow } from '../timeline/clock.ts';
import { formatDuration } from '../timeline/duration.ts';
import { isLive, workTime } from '../timeline/segments.ts';
import { STATE_WORDS, StatusGlyph } from '../ui/status-glyph.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { endWords } from './command-list.ts';
import styles from './terminal-pane.module.css';

const ROW = 46;

export interface CommandListViewProps {
  readonly commands: readonly CallRow[];
  readonly shown: string | undefined;
  readonly onShow: (callId: string) => void;
}

/** The session's commands with state, exit code and time; arrow keys choose. */
export function CommandListView({ commands, shown, onShow }: CommandListViewProps) {
  const list = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({ count: commands.length, getScrollElement: () => list.current, estimateSize: () => ROW, overscan: 6 });
  const move = (step: number) => {
    const index = Math.min(Math.max(commands.findIndex((row) => row.callId === shown) + step, 0), commands.length - 1);
    const row = commands[index];
    if (!row) return;
    virtual.scrollToIndex(index);
    onShow(row.callId);
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Commands"
      aria-activedescendant={shown === undefined ? undefined : `command-${shown}`}
      tabIndex={0}
      className={styles.list}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -commands.length, End: commands.length }[event.key];
        if (step === undefined || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        move(step);
      }}
    >
      <div className={styles.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = commands[item.index];
          return (
            row && (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the focus and the keys.
              <div
                key={row.callId}
                id={`command-${row.callId}`}
                role="option"
                aria-selected={row.callId === shown}
                data-state={row.state}
                className={styles.item}
                style={{ transform: `translateY(${item.start}px)` }}
                onClick={() => onShow(row.callId)}
              >
                <StatusGlyph state={row.state} label={STATE_WORDS[row.state]} />
                <span className={styles.command} title={row.view.summary}>
                  <VisibleText text={row.view.summary} />
                </span>
                <span className={styles.meta} data-failed={(row.exitCode ?? 0) !== 0}>
                  <span>{endWords(row) ?? STATE_WORDS[row.state].toLowerCase()}</span>
                  <Elapsed row={row} />
                </span>
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** Counts up while the command runs. */
export function Elapsed({ row }: { readonly row: CallRow }) {
  const live = isLive(row) && row.startedAt !== undefined;
  useNow(live ? 100 : null);
  return row.startedAt === undefined ? null : <span>{formatDuration(workTime(row, engineNow()))}</span>;
}
