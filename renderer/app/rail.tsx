import { ChartGantt, FileDiff, ListTodo, MessageSquare, PanelLeft, Settings, ShieldCheck, SquareTerminal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import { PANES, showsConversation, showsPane, useWindow, type Pane } from '../store/app-store.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { useWaitingElsewhere } from '../store/waiting-counts.ts';
import { selectCall, showConversation, showPane, showSessionList } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { ONE_PANE, useMediaQuery } from '../ui/use-media-query.ts';
import { words } from './words.ts';
import styles from './rail.module.css';

const icon = { size: 18, strokeWidth: 1.5 };
/** The largest number that the mark has room for. */
const MAX_MARK = 9;
const ICONS: Record<Pane, ReactNode> = {
  timeline: <ChartGantt {...icon} />,
  terminals: <SquareTerminal {...icon} />,
  rules: <ShieldCheck {...icon} />,
  changes: <FileDiff {...icon} />,
  tasks: <ListTodo {...icon} />,
  settings: <Settings {...icon} />,
};

/** An icon and, on a phone, which has no tooltips, its name below. */
function named(shown: ReactNode, name: string, isNamed: boolean): ReactNode {
  if (!isNamed) return shown;
  return (
    <>
      {shown}
      <span className={styles.name} aria-hidden="true">
        {name}
      </span>
    </>
  );
}

/** The buttons for the panes, along the left edge; on a phone upright along the lower one. Where one pane shows at a time, one is for the conversation. */
export function Rail() {
  const listed = useWindow((state) => state.sessionList);
  const onePane = useMediaQuery(ONE_PANE);
  const waiting = useWaitingElsewhere();
  const waitingId = useId();
  return (
    <nav className={styles.rail} aria-label={words.panes}>
      <IconButton
        label={WINDOW_COMMANDS['session.list'].title}
        keys={useKeysOf('session.list')}
        tooltipSide="right"
        icon={named(<SessionsIcon waiting={waiting} />, words.shortNames.sessions, onePane)}
        aria-expanded={listed}
        aria-describedby={waiting > 0 ? waitingId : undefined}
        className={styles.list}
        onClick={() => showSessionList(!listed)}
      />
      {waiting > 0 && (
        <span id={waitingId} className="visually-hidden">
          {words.waitingInOthers(waiting)}
        </span>
      )}
      {onePane && <ConversationButton />}
      {PANES.map((pane) => (
        <PaneButton key={pane} pane={pane} onePane={onePane} />
      ))}
    </nav>
  );
}

/** With the number of requests that wait in other projects. */
function SessionsIcon({ waiting }: { readonly waiting: number }) {
  return (
    <span className={styles.marked}>
      <PanelLeft {...icon} />
      {waiting > 0 && (
        <span className={styles.mark} aria-hidden="true">
          {waiting > MAX_MARK ? `${MAX_MARK}+` : waiting}
        </span>
      )}
    </span>
  );
}

function ConversationButton() {
  // The list of sessions covers it.
  const current = useWindow((state) => showsConversation(state) && !state.sessionList);
  return (
    <IconButton
      label={words.showConversation}
      icon={named(<MessageSquare {...icon} />, words.shortNames.conversation, true)}
      aria-current={current ? 'page' : undefined}
      className={styles.item}
      onClick={() => {
        showConversation();
        uncover();
      }}
    />
  );
}

function PaneButton({ pane, onePane }: { readonly pane: Pane; readonly onePane: boolean }) {
  const current = useWindow((state) =>
    onePane ? pane === state.pane && !showsConversation(state) && !state.sessionList : showsPane(state, pane),
  );
  const command = `pane.${pane}` as const;
  return (
    <IconButton
      label={WINDOW_COMMANDS[command].title}
      keys={useKeysOf(command)}
      tooltipSide="right"
      icon={named(ICONS[pane], words.shortNames[pane], onePane)}
      aria-current={current ? 'page' : undefined}
      className={styles.item}
      onClick={() => {
        showPane(pane);
        if (onePane) uncover();
      }}
    />
  );
}

/** There the list of sessions and the inspector cover every pane. */
function uncover(): void {
  showSessionList(false);
  selectCall(null);
}
