import { PlugZap } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { loadAppState } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { words } from './words.ts';

/** Shown until the host's first response. Keeps index.html's first paint at first, since that normally takes a moment. */
export function StartScreen() {
  const error = useWindow((state) => state.startError);
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 1500);
    return () => clearTimeout(timer);
  }, []);
  const speaks = slow || error !== null;
  useLayoutEffect(() => {
    if (speaks) endFirstPaint();
  }, [speaks]);
  if (error !== null)
    return (
      <EmptyState
        icon={<PlugZap size={24} strokeWidth={1.5} />}
        title={words.notReached}
        actions={<Button onClick={() => void loadAppState()}>{words.tryAgain}</Button>}
      >
        {error}
      </EmptyState>
    );
  return <div role="status">{slow && <EmptyState title={words.connectingToGatehouse}>{words.ifThisLasts}</EmptyState>}</div>;
}

/** Removes what index.html draws before the script runs. Call before the paint that replaces it. */
export function endFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}
