import { useLayoutEffect } from 'react';
import { useWindow } from '../store/app-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { DropZone } from '../projects/drop-zone.tsx';
import { Home } from '../projects/home.tsx';
import { Dialogs } from './dialogs.tsx';
import { endFirstPaint } from './first-paint.ts';
import { StartScreen } from './start-screen.tsx';
import { useCommandKeys } from './use-command-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShownState } from './use-shown-state.ts';
import { Workspace } from './workspace.tsx';

export function App() {
  useCommandKeys();
  useShownState();
  useKeptFocus();
  return (
    <ToastProvider>
      <TooltipProvider delay={400}>
        <DropZone>
          <ErrorBoundary name="The window">
            <Screen />
          </ErrorBoundary>
        </DropZone>
        <ErrorBoundary name="The dialog">
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
    if (started) endFirstPaint();
  }, [started]);
  if (!started) return <StartScreen />;
  return project ? <Workspace project={project} /> : <Home />;
}
