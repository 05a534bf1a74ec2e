import { ChartGantt, FileDiff, ListTodo, PanelLeft, Settings, ShieldCheck, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import { PANES, useWindow, type Pane } from '../store/app-store.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { showPane, showSessionList } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { words } from './words.ts';
import styles from './rail.module.css';

const icon = { size: 18, strokeWidth: 1.5 };
const ICONS: Record<Pane, ReactNode> = {
  timeline: <ChartGantt {...icon} />,
  terminals: <SquareTerminal {...icon} />,
  rules: <ShieldCheck {...icon} />,
  changes: <FileDiff {...icon} />,
  tasks: <ListTodo {...icon} />,
  settings: <Settings {...icon} />,
};

const PHONE = '(max-width: 480px)';

/** The buttons for the panes, along the left edge. */
export function Rail() {
  const listed = useWindow((state) => state.sessionList);
  return (
    <nav className={styles.rail} aria-label={words.panes}>
      <IconButton
        label={WINDOW_COMMANDS['session.list'].title}
        keys={useKeysOf('session.list')}
        tooltipSide="right"
        icon={<PanelLeft {...icon} />}
        aria-expanded={listed}
        className={styles.list}
        onClick={() => showSessionList(!listed)}
      />
      {PANES.map((pane) => (
        <PaneButton key={pane} pane={pane} />
      ))}
    </nav>
  );
}

function PaneButton({ pane }: { readonly pane: Pane }) {
  const current = useWindow((state) => state.pane);
  const command = `pane.${pane}` as const;
  return (
    <IconButton
      label={WINDOW_COMMANDS[command].title}
      keys={useKeysOf(command)}
      tooltipSide="right"
      icon={ICONS[pane]}
      aria-current={pane === current ? 'page' : undefined}
      className={styles.item}
      onClick={() => {
        showPane(pane);
        // There the list covers every pane.
        if (window.matchMedia(PHONE).matches) showSessionList(false);
      }}
    />
  );
}
