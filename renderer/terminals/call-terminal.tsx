import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { TerminalRecord } from '#shared/session/event.ts';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TerminalLink, type TerminalOpened } from './terminal-link.ts';
import type { XtermScreen } from './xterm-screen.ts';
import styles from './call-terminal.module.css';

export interface CallTerminalHandle {
  /** Everything printed so far, as text. */
  text(): string;
}

export interface CallTerminalProps {
  readonly sessionId: string;
  readonly terminal: TerminalRecord;
  /** The call has ended: nothing more can be typed. */
  readonly ended: boolean;
  /** What it belongs to, for screen readers: the command. */
  readonly label: string;
  readonly fontSize?: number | undefined;
  readonly screenReader?: boolean | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<CallTerminalHandle> | undefined;
}

type State =
  | { readonly type: 'loading' }
  | { readonly type: 'shown'; readonly cut: boolean }
  | { readonly type: 'error'; readonly message: string };

/** The real terminal of one command: what it printed, what it prints now, and typing into it while it runs. */
export function CallTerminal({
  sessionId,
  terminal,
  ended,
  label,
  fontSize = 12.5,
  screenReader = false,
  className,
  ref,
}: CallTerminalProps) {
  const { terminalId, cols, rows } = terminal;
  const element = useRef<HTMLDivElement>(null);
  const screen = useRef<XtermScreen | null>(null);
  const opened = useRef<TerminalOpened | null>(null);
  const [state, setState] = useState<State>({ type: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const connected = useWindow((whole) => whole.connection !== 'lost');
  const name = useEffectEvent(() => `Terminal: ${label}`);
  const isEnded = useEffectEvent(() => ended);

  useEffect(() => {
    const host = element.current;
    if (!connected || !host) return;
    let link: TerminalLink | undefined;
    let gone = false;
    const begin = async () => {
      const { XtermScreen } = await import('./xterm-screen.ts');
      if (gone) return;
      const drawn = new XtermScreen(host, { cols, rows, fontSize, screenReader, label: name(), onInput: (data) => link?.input(data) });
      screen.current = drawn;
      const write = (output: string) => drawn.write(output, () => link?.drawn(output.length));
      link = new TerminalLink(sessionId, terminalId, {
        onStart: (start, output) => {
          opened.current = start;
          drawn.reset();
          write(output);
          drawn.setLive(start.live && !isEnded());
          setState({ type: 'shown', cut: start.cut });
        },
        onOutput: write,
        onError: (message) => setState({ type: 'error', message }),
      });
    };
    begin().catch((error: unknown) => setState({ type: 'error', message: String(error) }));
    return () => {
      gone = true;
      link?.close();
      screen.current?.dispose();
      screen.current = null;
      opened.current = null;
    };
  }, [sessionId, terminalId, cols, rows, fontSize, screenReader, connected, attempt]);

  useEffect(() => {
    if (ended && opened.current?.live === true) screen.current?.setLive(false);
  }, [ended]);

  useImperativeHandle(ref, () => ({ text: () => screen.current?.text() ?? '' }), []);

  return (
    <div className={`${styles.terminal} ${className ?? ''}`} data-live={!ended}>
      {state.type === 'shown' && state.cut && (
        <div className={styles.note}>Only the last part of a long output is shown. The whole of it is in the session’s folder.</div>
      )}
      <div className={styles.scroll}>
        <div ref={element} className={styles.screen} />
      </div>
      {state.type === 'loading' && (
        <div className={styles.over}>
          <Skeleton lines={3} label="Opening the terminal" />
        </div>
      )}
      {state.type === 'error' && (
        <div className={styles.over}>
          <EmptyState
            title="The terminal could not be shown"
            actions={
              <Button
                onClick={() => {
                  setState({ type: 'loading' });
                  setAttempt(attempt + 1);
                }}
              >
                Try again
              </Button>
            }
          >
            {state.message}
          </EmptyState>
        </div>
      )}
    </div>
  );
}
