import { useEffect, useLayoutEffect } from 'react';
import { useWindow } from '../store/app-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ToastProvider } from '../ui/overlays/toast.tsx';
import { TooltipProvider } from '../ui/overlays/tooltip.tsx';
import { DropZone } from '../projects/drop-zone.tsx';
import { call } from '../bridge/client.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { useSession } from '../store/selectors.ts';
import { closeWithBack } from './back-closes.ts';
import { Dialogs } from './dialogs.tsx';
import { endFirstPaint, StartScreen } from './start-screen.tsx';
import { useCommandKeys } from './command-map.ts';
import { useKeptFocus } from './kept-focus.ts';
import { Workspace } from './workspace.tsx';
import { words } from './words.ts';

const HomePage = onDemand(async () => (await import('./home-page.tsx')).HomePage);

export function App() {
  useCommandKeys();
  useShownState();
  useKeptFocus();
  useEffect(closeWithBack, []);
  return (
    <ToastProvider>
      <TooltipProvider delay={400}>
        <DropZone>
          <ErrorBoundary name={words.theWindow}>
            <Screen />
          </ErrorBoundary>
        </DropZone>
        <ErrorBoundary name={words.theDialog}>
          <Dialogs />
        </ErrorBoundary>
      </TooltipProvider>
    </ToastProvider>
  );
}

function Screen() {
  const started = useWindow((state) => state.app !== null);
  const project = useWindow((state) => state.project);
  useLayoutEffect(() => {
    if (started && project) endFirstPaint();
  }, [started, project]);
  if (!started) return <StartScreen />;
  return project ? <Workspace project={project} /> : <HomePage />;
}

/** Reports what this window shows to the host, which asks before it closes a window with a running agent. */
function useShownState(): void {
  const isDesktop = useWindow((state) => state.app?.host === 'electron');
  const projectDir = useWindow((state) => state.project?.projectDir ?? null);
  const sessionId = useWindow((state) => state.sessionId);
  const title = useSession(sessionId ?? '', (view) => view.title) ?? '';
  const working =
    useSession(sessionId ?? '', (view) => view.turn !== null || Object.values(view.agents).some((agent) => agent.state === 'running')) ??
    false;
  useEffect(() => {
    // Ignore errors: the next change tries again.
    if (isDesktop) call('window.shows', { projectDir, sessionId, title: title.slice(0, 200), working }).catch(() => undefined);
  }, [isDesktop, projectDir, sessionId, title, working]);
}
