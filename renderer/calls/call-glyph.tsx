import type { CallRow } from '#shared/session/view.ts';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { drawnState, words as uiWords } from '../ui/words.ts';
import { stalledAtOf, useRunsOn } from './use-runs-on.ts';
import { words } from './words.ts';

interface CallGlyphProps {
  readonly sessionId: string;
  readonly row: CallRow;
  /** Omit where the state is also shown as text. */
  readonly label?: string | undefined;
}

/** The state of a call. What was sent to the background runs on. */
export function CallGlyph({ sessionId, row, label }: CallGlyphProps) {
  const runsOn = useRunsOn(sessionId, row);
  if (runsOn?.state !== 'running') return <StatusGlyph state={drawnState(row)} label={label} />;
  return stalledAtOf(runsOn) === undefined ? (
    <StatusGlyph state="running" label={words.runsInBackground} />
  ) : (
    <StatusGlyph state="waiting" label={uiWords.waitsForInput} />
  );
}
