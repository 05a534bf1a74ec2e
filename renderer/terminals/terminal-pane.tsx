import { Accessibility, Copy, CopyPlus, ListTree, SquareTerminal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { selectCall } from '../store/window-actions.ts';
import { callsOf } from '../timeline/calls-of.ts';
import { isLive } from '../timeline/segments.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { STATE_WORDS } from '../ui/status-glyph.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { CallTerminal, type CallTerminalHandle } from './call-terminal.tsx';
import { CommandListView, Elapsed } from './command-list-view.tsx';
import { commandRows, endWords, shownCommand } from './command-list.ts';
import { useScreenReaderText } from './screen-reader-text.ts';
import styles from './terminal-pane.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** The terminals of a session's commands: which there are, and the one that is looked at. */
export function TerminalPane({ sessionId }: { readonly sessionId: string }) {
  const view = useSession(sessionId, (whole) => whole);
  const [chosen, setChosen] = useState<string | null>(null);
  const commands = useMemo(() => (view ? commandRows(callsOf(view)) : []), [view]);
  const shown = shownCommand(commands, chosen);
  return (
    <section className={styles.pane} aria-label="Terminals">
      {shown ? (
        <div className={styles.split}>
          <CommandListView commands={commands} shown={shown.callId} onShow={setChosen} />
          <ShownTerminal key={shown.callId} sessionId={sessionId} row={shown} />
        </div>
      ) : (
        <EmptyState icon={<SquareTerminal size={24} strokeWidth={1.5} aria-hidden="true" />} title="No commands yet">
          Each command the agent runs gets a terminal of its own here. You can type into it while it runs.
        </EmptyState>
      )}
    </section>
  );
}

function stateTone(row: CallRow): Tone {
  if (row.state === 'waiting') return 'warn';
  if (isLive(row)) return 'accent';
  return row.state === 'done' && (row.exitCode ?? 0) === 0 ? 'neutral' : 'danger';
}

function ShownTerminal({ sessionId, row }: { readonly sessionId: string; readonly row: CallRow }) {
  const terminal = useRef<CallTerminalHandle>(null);
  const [reader, toggleReader] = useScreenReaderText();
  const copy = (text: string) => void navigator.clipboard.writeText(text);
  const live = isLive(row);
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <ScrollArea className={styles.line} label="Command">
          <VisibleText text={row.view.summary} />
        </ScrollArea>
        <div className={styles.facts}>
          <Elapsed row={row} />
          <Badge tone={stateTone(row)}>{endWords(row) ?? STATE_WORDS[row.state]}</Badge>
        </div>
        <IconButton label="Copy the command" icon={<Copy {...icon} />} onClick={() => copy(row.view.summary)} tooltipSide="bottom" />
        <IconButton
          label="Copy the output"
          icon={<CopyPlus {...icon} />}
          onClick={() => copy(terminal.current?.text() ?? '')}
          tooltipSide="bottom"
        />
        <IconButton
          label="Text for screen readers"
          icon={<Accessibility {...icon} />}
          pressed={reader}
          onClick={toggleReader}
          tooltipSide="bottom"
        />
        <IconButton label="Inspect this call" icon={<ListTree {...icon} />} onClick={() => selectCall(row.callId)} tooltipSide="bottom" />
      </div>
      {row.terminal ? (
        <CallTerminal
          ref={terminal}
          sessionId={sessionId}
          terminal={row.terminal}
          ended={!live}
          label={row.view.summary}
          screenReader={reader}
          className={styles.terminal}
        />
      ) : (
        <EmptyState title={STATE_WORDS[row.state]}>
          {row.state === 'waiting' ? 'The command starts once you allow it below.' : 'The terminal opens when the command starts.'}
        </EmptyState>
      )}
      {live && row.terminal && (
        <div className={styles.foot}>
          Click and type to take it over · <Kbd keys="Shift+Escape" /> leaves the terminal
        </div>
      )}
    </div>
  );
}
