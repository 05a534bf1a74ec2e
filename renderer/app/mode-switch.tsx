import { useSession } from '../store/selectors.ts';
import { setMode } from '../store/session-actions.ts';
import { Select } from '../ui/select.tsx';
import { MODE_WORDS, SWITCHABLE_MODES } from './mode-words.ts';
import { useUnavailableModes } from './use-unavailable-modes.ts';
import { words } from './words.ts';

/** Shows and changes the session's permission mode. An unavailable mode says why. */
export function ModeSwitch({ sessionId }: { readonly sessionId: string }) {
  const mode = useSession(sessionId, (view) => view.mode) ?? 'default';
  const unavailable = useUnavailableModes(sessionId, mode);
  const modes = SWITCHABLE_MODES.includes(mode) ? SWITCHABLE_MODES : [...SWITCHABLE_MODES, mode];
  return (
    <Select
      label={words.permissionMode}
      prefix="Mode: "
      variant="quiet"
      value={mode}
      options={modes.map((value) => ({
        value,
        label: MODE_WORDS[value].name,
        detail: unavailable.get(value) ?? MODE_WORDS[value].detail,
        disabled: value !== mode && unavailable.has(value),
      }))}
      onChange={(next) => void setMode(sessionId, next)}
    />
  );
}
