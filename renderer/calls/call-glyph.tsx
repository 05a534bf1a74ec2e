import type { CallRow } from '#shared/session/view.ts';
import { useBackgroundCommand } from '../store/selectors.ts';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { drawnState, words as uiWords } from '../ui/words.ts';
import { words } from './words.ts';

interface CallGlyphProps {
  readonly sessionId: string;
  readonly row: CallRow;
  /** Omit where the state is also shown as text. */
  readonly label?: string | undefined;
}

/** The state of a call. A command that was sent to the background has its result at once, and runs on. */
export function CallGlyph({ sessionId, row, label }: CallGlyphProps) {
  const task = useBackgroundCommand(sessionId, row.state === 'done' && row.view.kind === 'command' ? row.callId : null);
  if (task?.state !== 'running') return <StatusGlyph state={drawnState(row)} label={label} />;
  return task.stalled === undefined ? (
    <StatusGlyph state="running" label={words.runsInBackground} />
  ) : (
    <StatusGlyph state="waiting" label={uiWords.waitsForInput} />
  );
}
