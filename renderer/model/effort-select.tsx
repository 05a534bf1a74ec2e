import { EFFORT_CHOICES, effortFor, type EffortChoice } from '#shared/model/effort.ts';
import { EFFORT_WORDS } from '#shared/model/effort-words.ts';
import { modelFamily } from '#shared/model/models.ts';
import { useDisabledReason, useSession } from '../store/selectors.ts';
import { setEffort } from '../store/session-actions.ts';
import { Select } from '../ui/controls/select.tsx';
import { words } from './words.ts';

interface EffortSelectProps {
  readonly sessionId: string;
  /** In the message box: nothing for a model without efforts. */
  readonly compact?: boolean | undefined;
}

/** How much the model puts into its answers, if it takes such a setting. */
export function EffortSelect({ sessionId, compact = false }: EffortSelectProps) {
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? true;
  const model = useSession(sessionId, (view) => view.model) ?? '';
  const effort = useSession(sessionId, (view) => view.effort) ?? 'auto';
  const disabledReason = useDisabledReason();
  const { efforts } = modelFamily(model);
  if (scripted) return null;
  if (!efforts) return compact ? null : <p>{words.noEffort}</p>;
  const options = EFFORT_CHOICES.filter((choice) => choice === 'auto' || efforts.includes(choice)).map((value) => ({
    value,
    label: effortName(value),
    detail: words.effortDetails[value],
  }));
  return (
    <Select<EffortChoice>
      label={words.effort}
      variant="quiet"
      // Another model may not take the chosen one.
      value={effortFor(model, effort) ?? 'auto'}
      options={options}
      prefix={words.effortPrefix}
      disabled={disabledReason !== undefined}
      onChange={(choice) => void setEffort(sessionId, choice)}
    />
  );
}

function effortName(choice: EffortChoice): string {
  return choice === 'auto' ? words.autoEffort : EFFORT_WORDS[choice];
}
