import { Columns2, Plus, Rows2, Square, X } from 'lucide-react';
import { useKeysOf } from '../../store/command-keys.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import type { Split } from './open-terminals.ts';
import { glyphOf, glyphWord, type TerminalItem } from './terminal-items.ts';
import { words } from '../words.ts';
import styles from './terminal-tabs.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

export interface TerminalTabsProps {
  readonly items: readonly TerminalItem[];
  readonly shown: string | undefined;
  /** The preview tab, replaced by the next selection. */
  readonly preview: string | null;
  readonly split: Split;
  readonly onShow: (id: string) => void;
  readonly onKeep: (id: string) => void;
  readonly onClose: (id: string) => void;
  readonly onSplit: (split: Split) => void;
  /** Absent if the user can't open a shell. */
  readonly onNewShell?: (() => void) | undefined;
}

/** The open terminals and the split controls. Arrow keys move between tabs, Delete closes one. */
export function TerminalTabs({ items, shown, preview, split, onShow, onKeep, onClose, onSplit, onNewShell }: TerminalTabsProps) {
  const shellKeys = useKeysOf('shell.new');
  /** It has no room side by side. */
  const phone = useMediaQuery(PHONE);
  const move = (from: HTMLElement, step: number) => {
    const tabs = [...(from.parentElement?.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    tabs[tabs.indexOf(from) + step]?.focus();
  };
  return (
    <div className={styles.bar}>
      <div role="tablist" aria-label={words.openTerminals} className={styles.tabs}>
        {items.map(({ id, title, call, live, state, startedAt, failed }) => (
          <div
            key={id}
            role="presentation"
            className={styles.tab}
            data-selected={id === shown}
            data-preview={id === preview}
            data-failed={failed}
            data-own={!call}
          >
            <button
              type="button"
              role="tab"
              aria-selected={id === shown}
              tabIndex={id === shown ? 0 : -1}
              className={styles.name}
              title={title}
              onClick={() => onShow(id)}
              onDoubleClick={() => onKeep(id)}
              onAuxClick={(event) => event.button === 1 && onClose(id)}
              onKeyDown={(event) => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
                if (step !== undefined) move(event.currentTarget, step);
                else if (event.key === 'Delete') onClose(id);
                else return;
                event.preventDefault();
              }}
            >
              <StatusGlyph state={glyphOf({ call, live, state })} label={glyphWord({ call, live, state, startedAt })} />
              <span className={styles.text}>
                <VisibleText text={title} />
              </span>
            </button>
            {/* Pointer only: the Delete key closes the tab. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
            <span aria-hidden="true" title={words.closeTheTab} className={styles.close} onClick={() => onClose(id)}>
              <X {...icon} size={12} />
            </span>
          </div>
        ))}
      </div>
      <div className={styles.tools}>
        {onNewShell && (
          <IconButton
            label={words.open}
            keys={shellKeys}
            size="small"
            icon={<Plus {...icon} />}
            onClick={onNewShell}
            tooltipSide="bottom"
          />
        )}
        {split === 'none' ? (
          <>
            {!phone && (
              <IconButton
                label={words.splitSideBySide}
                size="small"
                icon={<Columns2 {...icon} />}
                onClick={() => onSplit('row')}
                tooltipSide="bottom"
              />
            )}
            <IconButton
              label={words.splitTopAndBottom}
              size="small"
              icon={<Rows2 {...icon} />}
              onClick={() => onSplit('column')}
              tooltipSide="bottom"
            />
          </>
        ) : (
          <>
            {(!phone || split === 'row') && (
              <IconButton
                label={split === 'row' ? words.putAbove : words.putBeside}
                size="small"
                icon={split === 'row' ? <Rows2 {...icon} /> : <Columns2 {...icon} />}
                onClick={() => onSplit(split === 'row' ? 'column' : 'row')}
                tooltipSide="bottom"
              />
            )}
            <IconButton
              label={words.showOneTerminal}
              size="small"
              icon={<Square {...icon} />}
              onClick={() => onSplit('none')}
              tooltipSide="bottom"
            />
          </>
        )}
      </div>
    </div>
  );
}
