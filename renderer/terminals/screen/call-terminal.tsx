import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { useWindow } from '../../store/app-store.ts';
import { openPath } from '../../paths/open-path.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { takeWantedTerminal, useWantedTerminal } from '../../store/wanted-terminal.ts';
import { resizeShell } from '../user-shells.ts';
import { lastLines, SCROLLBACK } from './last-lines.ts';
import { guardedLink, type GuardedLink, LinkDialog } from './link-dialog.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import type { TouchKey } from '../keys/touch-key.ts';
import { TerminalLink, type TerminalOpened } from './terminal-link.ts';
import { useFollowCursor } from './use-follow-cursor.ts';
import type { TerminalSearch } from './xterm-addons.ts';
import { WritePace } from './write-pace.ts';
import type { XtermScreen } from './xterm-screen.ts';
import { words } from '../words.ts';
import styles from './call-terminal.module.css';

export interface CallTerminalHandle {
  /** Everything printed so far, as text. */
  text(): string;
  /** What is selected; empty when nothing is. */
  selection(): string;
  focus(): void;
  /** Presses a key, as on a keyboard. */
  press(key: TouchKey): void;
  /** Changes what is typed next, once. */
  changeNext(change: ((data: string) => string) | undefined): void;
  /** Returns control to the agent. */
  handBack(): void;
  readonly search: TerminalSearch | undefined;
}

export interface CallTerminalProps {
  readonly sessionId: string;
  readonly terminal: TerminalRecord;
  /** The call has ended: typing is off. */
  readonly ended: boolean;
  /** The user’s own shell: it fills the available space, and is focused when just opened. */
  readonly own?: boolean | undefined;
  /** The command, for screen readers. */
  readonly label: string;
  readonly fontSize?: number | undefined;
  readonly screenReader?: boolean | undefined;
  readonly className?: string | undefined;
  /** Who types, whether it is paused, how much was printed; while it runs. */
  readonly onState?: ((state: TerminalState) => void) | undefined;
  readonly onSelection?: ((selected: boolean) => void) | undefined;
  readonly ref?: Ref<CallTerminalHandle> | undefined;
}

type State =
  | { readonly type: 'loading' }
  | { readonly type: 'shown'; readonly cut: boolean; readonly outputPath: string | undefined }
  | { readonly type: 'error'; readonly message: string };

/** What needs confirmation first. */
type Asked = { readonly type: 'link'; readonly link: GuardedLink } | { readonly type: 'paste'; readonly text: string };

/** The terminal of one command: stored output, live output, and input while it runs. */
export function CallTerminal({
  sessionId,
  terminal,
  ended,
  own = false,
  label,
  fontSize,
  screenReader = false,
  className,
  onState,
  onSelection,
  ref,
}: CallTerminalProps) {
  const { terminalId, cols, rows } = terminal;
  const element = useRef<HTMLDivElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const screen = useRef<XtermScreen | null>(null);
  const { onScroll, follow } = useFollowCursor(viewport, () => screen.current?.wrapTo(viewport.current?.clientWidth ?? 0));
  const wrapEnded = useEffectEvent((drawn: XtermScreen) => {
    drawn.wrapTo(viewport.current?.clientWidth ?? 0);
    follow(drawn.cursorBottom);
  });
  const followCursor = useEffectEvent((bottom: number) => follow(bottom));
  const opened = useRef<TerminalOpened | null>(null);
  const [state, setState] = useState<State>({ type: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const fonts = useWindow((whole) => whole.app?.preferences.fonts);
  const family = fonts?.codeFamily;
  /** As --t-mono. */
  const size = fontSize ?? (fonts?.codeSize ?? 12) + 0.5;
  const connected = useWindow((whole) => whole.connection !== 'lost');
  const name = useEffectEvent(() => words.terminalOf(label));
  const isEnded = useEffectEvent(() => ended);
  const link = useRef<TerminalLink | null>(null);
  const paced = useRef<WritePace | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const sayState = useEffectEvent((said: TerminalState) => onState?.(said));
  const saySelection = useEffectEvent((selected: boolean) => onSelection?.(selected));

  useEffect(() => {
    const host = element.current;
    if (!connected || !host) return;
    let gone = false;
    const begin = async () => {
      const { XtermScreen } = await import('./xterm-screen.ts');
      if (gone) return;
      const drawn = new XtermScreen(host, {
        cols,
        rows,
        fontSize: size,
        screenReader,
        label: name(),
        onInput: (data) => link.current?.input(data),
        onLink: (text) => {
          const guarded = guardedLink(text);
          if (guarded) setAsked({ type: 'link', link: guarded });
        },
        onLines: (text) => setAsked({ type: 'paste', text }),
        onLeave: () => leaveTerminal(element.current),
        onSelection: saySelection,
        ...(own && { onFit: (columns, lines) => resizeShell(sessionId, terminalId, columns, lines) }),
      });
      screen.current = drawn;
      const pace = new WritePace({
        write: (text, done) => drawn.write(text, done),
        onWritten: (length) => {
          link.current?.drawn(length);
          followCursor(drawn.cursorBottom);
        },
        isTyping: isTypingNow,
      });
      paced.current = pace;
      link.current = new TerminalLink(sessionId, terminalId, {
        onStart: (start, output) => {
          opened.current = start;
          pace.clear();
          drawn.reset();
          // Queries in past output must not be answered again.
          drawn.mute();
          // What the emulator wouldn't keep would run past first.
          const kept = lastLines(output, SCROLLBACK + start.rows);
          link.current?.drawn(output.length - kept.length);
          pace.push(kept);
          pace.after(() => {
            const live = start.live && !isEnded();
            drawn.setLive(live);
            if (!live) drawn.settle(() => wrapEnded(drawn));
            // Not earlier: keys typed before it is live would be lost.
            if (takeWantedTerminal(terminalId)) drawn.focus();
          });
          setState({ type: 'shown', cut: start.cut || kept.length < output.length, outputPath: start.outputPath });
        },
        onOutput: (output) => pace.push(output),
        onState: (said) => {
          if (said.size) drawn.limitTo(said.size);
          sayState(said);
        },
        onError: (message) => setState({ type: 'error', message }),
      });
    };
    begin().catch((error: unknown) => setState({ type: 'error', message: String(error) }));
    return () => {
      gone = true;
      link.current?.close();
      link.current = null;
      paced.current?.clear();
      paced.current = null;
      screen.current?.dispose();
      screen.current = null;
      opened.current = null;
    };
  }, [sessionId, terminalId, cols, rows, size, family, screenReader, own, connected, attempt]);

  // Where it is shown already.
  const isWanted = useWantedTerminal((wanted) => wanted.terminalId === terminalId);
  useEffect(() => {
    if (!isWanted || !opened.current) return;
    paced.current?.after(() => takeWantedTerminal(terminalId) && screen.current?.focus());
  }, [isWanted, terminalId]);

  useEffect(() => {
    const drawn = screen.current;
    if (!ended || opened.current?.live !== true || !drawn) return;
    drawn.setLive(false);
    paced.current?.after(() => drawn.settle(() => wrapEnded(drawn)));
  }, [ended]);

  useImperativeHandle(
    ref,
    () => ({
      text: () => screen.current?.text() ?? '',
      selection: () => screen.current?.selection ?? '',
      focus: () => screen.current?.focus(),
      press: (key) => screen.current?.press(key),
      changeNext: (change) => screen.current?.changeNext(change),
      handBack: () => link.current?.handBack(),
      get search() {
        return screen.current?.search;
      },
    }),
    [],
  );

  return (
    <div className={`${styles.terminal} ${className ?? ''}`} data-live={!ended} data-own={own}>
      {state.type === 'shown' && state.cut && <CutNote path={state.outputPath} />}
      {!connected && <div className={styles.note}>{words.disconnected}</div>}
      <div ref={viewport} className={styles.scroll} onScroll={onScroll}>
        <div ref={element} className={styles.screen} />
      </div>
      {state.type === 'loading' && (
        <div className={styles.over}>
          <Skeleton lines={3} label={words.openingTheTerminal} />
        </div>
      )}
      {state.type === 'error' && (
        <div className={styles.over}>
          <EmptyState
            title={words.terminalFailed}
            actions={
              <Button
                onClick={() => {
                  setState({ type: 'loading' });
                  setAttempt(attempt + 1);
                }}
              >
                {words.tryAgain}
              </Button>
            }
          >
            {state.message}
          </EmptyState>
        </div>
      )}
      {asked?.type === 'link' && <LinkDialog link={asked.link} onClose={() => setAsked(null)} />}
      {asked?.type === 'paste' && (
        <PasteDialog
          text={asked.text}
          onClose={() => setAsked(null)}
          onPaste={() => {
            setAsked(null);
            // After the dialog has restored the focus.
            requestAnimationFrame(() => screen.current?.paste(asked.text));
          }}
        />
      )}
    </div>
  );
}

/** The output is longer than what is drawn; leads to its file. */
function CutNote({ path }: { readonly path: string | undefined }) {
  return (
    <div className={styles.note}>
      {words.onlyLastPart}{' '}
      {path !== undefined && (
        <button type="button" className={styles.link} title={path} onClick={() => void openPath(path)}>
          {words.openAll}
        </button>
      )}
    </div>
  );
}

/** Focuses the terminal tabs, or the first control of the surrounding section. */
function leaveTerminal(screen: HTMLElement | null): void {
  const around = screen?.closest<HTMLElement>('[data-region], aside');
  const target = around?.querySelector<HTMLElement>('[role="listbox"]') ?? around?.querySelector<HTMLElement>('button');
  target?.focus({ focusVisible: true });
}

/** A shorter pause between keys still counts as typing. Milliseconds. */
const TYPING_PAUSE_MS = 400;

let lastKeyAt = Number.NEGATIVE_INFINITY;

window.addEventListener('keydown', ({ timeStamp }) => (lastKeyAt = timeStamp), { capture: true, passive: true });

/** Whether the user is typing anywhere in the window. */
function isTypingNow(): boolean {
  return performance.now() - lastKeyAt < TYPING_PAUSE_MS;
}
