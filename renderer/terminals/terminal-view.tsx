import { Accessibility, ArrowDownToLine, Copy, ListTree, Search, Square, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { formatBytes } from '#shared/format-bytes.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { call } from '../bridge/client.ts';
import { useDisabledReason } from '../store/selectors.ts';
import { attempt, selectCall } from '../store/window-actions.ts';
import { Badge, type Tone } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { matchesChord } from '../ui/display/kbd.tsx';
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { stateWord } from '../ui/words.ts';
import { TOUCH, useMediaQuery } from '../ui/use-media-query.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { CallTerminal, type CallTerminalHandle } from './screen/call-terminal.tsx';
import { FindBar } from './find-bar.tsx';
import { TouchKeys } from './keys/touch-keys.tsx';
import { stateWords, type TerminalItem } from './list/terminal-items.ts';
import { Elapsed } from './list/terminal-list.tsx';
import { useWaitsForInput } from './list/use-waits-for-input.ts';
import { endUserShell } from './user-shells.ts';
import { words } from './words.ts';
import styles from './terminal-view.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** One command with its terminal: command above; control and output size below. */
export function TerminalView({ sessionId, item }: { readonly sessionId: string; readonly item: TerminalItem }) {
  const { call: row, title, terminal: record, live, task, group, failed } = item;
  const own = !row;
  const waitsForInput = useWaitsForInput(sessionId, item);
  const touch = useMediaQuery(TOUCH);
  const terminal = useRef<CallTerminalHandle>(null);
  const [reader, toggleReader] = useScreenReaderText();
  const [terminalState, setTerminalState] = useState<TerminalState | null>(null);
  const [finding, setFinding] = useState<CallTerminalHandle | null>(null);
  const [selected, setSelected] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  const takenOver = !own && live && terminalState?.takenOver === true;
  const closeFind = () => {
    setFinding(null);
    terminal.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!matchesChord(event, 'Mod+F')) return;
    event.preventDefault();
    setFinding(terminal.current);
  };
  const copy = (text: string) => void copyText(text);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the terminal inside.
    <div
      className={styles.view}
      data-failed={failed}
      data-taken={takenOver}
      data-own={own}
      data-state={item.state}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setIsTyped(target.closest('.xterm') !== null)}
      onBlur={() => {
        setIsTyped(false);
        terminal.current?.changeNext(undefined);
      }}
    >
      <div className={styles.head} data-live={!own && live && record !== undefined}>
        <CommandLine text={title} />
        <div className={styles.facts}>
          <Elapsed item={item} />
          {record?.place && (
            <span className={styles.place} title={words.runsIn(record.place.name)}>
              <VisibleText text={record.place.name} />
            </span>
          )}
          <Badge tone={waitsForInput ? 'warn' : toneOf(item)}>{waitsForInput ? words.waitsForInput : stateWords(item)}</Badge>
        </div>
        <div className={styles.tools}>
          {row && live && record && <StopButton sessionId={sessionId} terminalId={record.terminalId} />}
          {own && (
            <IconButton
              label={live ? words.end : words.remove}
              icon={live ? <Square {...icon} size={13} fill="currentColor" /> : <X {...icon} />}
              onClick={() => void endUserShell(sessionId, item.id)}
              tooltipSide="bottom"
            />
          )}
          {row && group === 'running' && record && row.toolName === 'Bash' && (
            <IconButton
              label={words.moveToBackground}
              icon={<ArrowDownToLine {...icon} />}
              onClick={() => void attempt(words.notMoved, call('call.moveToBackground', { sessionId, callId: row.callId }))}
              tooltipSide="bottom"
            />
          )}
          <IconButton
            label={words.find}
            keys="Mod+F"
            icon={<Search {...icon} />}
            onClick={() => setFinding(terminal.current)}
            tooltipSide="bottom"
          />
          <Menu
            align="end"
            trigger={
              <button type="button" className={styles.menuButton} aria-label={words.copy}>
                <Copy {...icon} />
              </button>
            }
          >
            <MenuItem onSelect={() => copy(terminal.current?.selection() ?? '')} disabled={!selected} keys="Shift+Mod+C">
              {words.copyTheSelection}
            </MenuItem>
            {row && <MenuItem onSelect={() => copy(title)}>{words.copyTheCommand}</MenuItem>}
            <MenuItem onSelect={() => copy(terminal.current?.text() ?? '')}>{words.copyTheOutput}</MenuItem>
            {row && <MenuItem onSelect={() => copy(`$ ${title}\n${terminal.current?.text() ?? ''}`)}>{words.copyBoth}</MenuItem>}
            <MenuSeparator />
            <MenuCheckItem checked={reader} onToggle={toggleReader}>
              <span className={styles.withIcon}>
                <Accessibility {...icon} size={14} /> {words.textForScreenReaders}
              </span>
            </MenuCheckItem>
          </Menu>
          {row && (
            <IconButton
              label={words.inspectThisCall}
              icon={<ListTree {...icon} />}
              onClick={() => selectCall(row.callId)}
              tooltipSide="bottom"
            />
          )}
        </div>
      </div>
      {finding && <FindBar terminal={finding} onClose={closeFind} />}
      {touch && live && record && <TouchKeys terminal={terminal} isTyped={isTyped} />}
      {record ? (
        <CallTerminal
          ref={terminal}
          sessionId={sessionId}
          terminal={record}
          ended={!live}
          own={own}
          label={own ? `${words.yours}: ${title}` : title}
          screenReader={reader}
          className={styles.terminal}
          onState={setTerminalState}
          onSelection={setSelected}
        />
      ) : (
        <EmptyState title={stateWord(item)}>{item.state === 'waiting' ? words.startsOnceAllowed : words.opensOnceStarted}</EmptyState>
      )}
      {own && (
        <div className={styles.foot}>
          <span>
            {words.note}
            <Leave />
          </span>
          <span className={styles.printed}>
            {terminalState && terminalState.bytes > 0 && (
              <span>{words.printed(terminalState.lines, formatBytes(terminalState.bytes))}</span>
            )}
          </span>
        </div>
      )}
      {row && record && live && (
        <div className={styles.foot}>
          {takenOver ? (
            <>
              <span role="status">
                <strong>{words.youHaveTakenOver}</strong> {task ? words.itStillRuns : words.theAgentWaits}
              </span>
              <Button size="small" variant="primary" onClick={() => terminal.current?.handBack()}>
                {words.handBack}
              </Button>
              <Leave />
            </>
          ) : (
            <span>
              {waitsForInput ? words.seemsToWait(touch) : words.clickToTakeOver(touch)}
              <Leave />
            </span>
          )}
          <span className={styles.printed}>
            {terminalState?.paused === true && <span className={styles.paused}>{words.outputPaused}</span>}
            {terminalState && terminalState.bytes > 0 && (
              <span>{words.printed(terminalState.lines, formatBytes(terminalState.bytes))}</span>
            )}
          </span>
        </div>
      )}
    </div>
  );
}

/** Two lines of the command; all of them when it is clicked. */
function CommandLine({ text }: { readonly text: string }) {
  const [whole, setWhole] = useState(false);
  return (
    <button type="button" className={styles.line} aria-expanded={whole} title={text} onClick={() => setWhole(!whole)}>
      <span className={styles.command}>
        <VisibleText text={text} />
      </span>
    </button>
  );
}

/** Explains how to leave the terminal, since Tab goes to the program. */
function Leave() {
  return (
    <span className={styles.leave}>
      <Kbd keys="Shift+Escape" /> {words.leavesTheTerminal}
    </span>
  );
}

function StopButton({ sessionId, terminalId }: { readonly sessionId: string; readonly terminalId: string }) {
  const [asked, setAsked] = useState(false);
  const disabledReason = useDisabledReason();
  return (
    <IconButton
      label={words.stopTheCommand}
      icon={<Square {...icon} size={13} fill="currentColor" />}
      className={styles.stop}
      disabledReason={disabledReason}
      disabled={asked}
      onClick={() => {
        setAsked(true);
        void attempt(words.notStopped, call('terminal.stop', { sessionId, terminalId })).finally(() => setAsked(false));
      }}
      tooltipSide="bottom"
    />
  );
}

function toneOf({ call: row, live, state, failed }: TerminalItem): Tone {
  if (!row) return live ? 'info' : 'neutral';
  if (state === 'waiting') return 'warn';
  if (live) return 'accent';
  return failed || state === 'denied' ? 'danger' : 'neutral';
}

const KEY = 'gatehouse.terminal.screen-reader';

/** Whether terminals keep a text copy for screen readers; stored. Off by default, since it is slow. */
function useScreenReaderText(): readonly [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === 'on');
  const toggle = () => {
    localStorage.setItem(KEY, on ? 'off' : 'on');
    setOn(!on);
  };
  return [on, toggle];
}
