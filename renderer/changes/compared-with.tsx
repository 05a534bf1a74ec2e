import type { ChangesSince } from '#shared/contract/changes.ts';
import { useWindow } from '../store/app-store.ts';
import { reviewChanges } from '../store/window-actions.ts';
import { Select } from '../ui/controls/select.tsx';
import type { ChosenTurn } from './use-chosen-turn.ts';
import { words } from './words.ts';

const SINCE: readonly ChangesSince[] = ['session', 'turn', 'commit'];

const CHOSEN = 'chosen';

interface ComparedWithProps {
  readonly since: ChangesSince;
  readonly chosen: ChosenTurn | null;
}

/** Chooses what the files are compared with. A single turn is offered while it is shown: its card leads to it. */
export function ComparedWith({ since, chosen }: ComparedWithProps) {
  const isRepository = useWindow((window) => window.project?.gitBranch != null);
  const shown = SINCE.filter((value) => value !== 'commit' || isRepository || value === since);
  const turn = chosen ? [{ value: CHOSEN, label: chosen.name, detail: words.turnDetail } as const] : [];
  return (
    <Select<ChangesSince | typeof CHOSEN>
      label={words.since}
      variant="quiet"
      value={chosen ? CHOSEN : since}
      options={[...shown.map((value) => ({ value, ...words.sinceOptions[value] })), ...turn]}
      onChange={(value) => value !== CHOSEN && reviewChanges(value)}
    />
  );
}
