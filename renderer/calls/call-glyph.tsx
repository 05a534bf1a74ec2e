import type { CallRow } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { drawnState, STATE_WORDS, words as uiWords } from '../ui/words.ts';
import { stalledAtOf, useRunsOn } from './use-runs-on.ts';
import { waitsInAgent } from './waiting-agents.ts';
import { words } from './words.ts';

interface CallGlyphProps {
  readonly sessionId: string;
  readonly row: CallRow;
  /** Omit where the state is also shown as text. */
  readonly label?: string | undefined;
}

/** The state of a call. What was sent to the background runs on, and an agent waits while one of its calls does. */
export function CallGlyph(props: CallGlyphProps) {
  return props.row.view.kind === 'agent' ? <AgentGlyph {...props} /> : <OwnGlyph {...props} />;
}

function AgentGlyph(props: CallGlyphProps) {
  const { sessionId, row } = props;
  const waits = useSession(sessionId, (view) => waitsInAgent(view, row.callId)) ?? false;
  return waits ? <StatusGlyph state="waiting" label={STATE_WORDS.waiting} /> : <OwnGlyph {...props} />;
}

function OwnGlyph({ sessionId, row, label }: CallGlyphProps) {
  const runsOn = useRunsOn(sessionId, row);
  if (runsOn?.state !== 'running') return <StatusGlyph state={drawnState(row)} label={label} />;
  return stalledAtOf(runsOn) === undefined ? (
    <StatusGlyph state="running" label={words.runsInBackground} />
  ) : (
    <StatusGlyph state="waiting" label={uiWords.waitsForInput} />
  );
}
