import { ChevronDown } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './model-button.module.css';

/** The model of the session; opens the list to change it. */
export function ModelButton({ sessionId }: { readonly sessionId: string }) {
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  const model = useSession(sessionId, (view) => view.model);
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  const open = useWindow((state) => state.dialog?.type === 'model');
  const words = scripted ? 'Scripted model, no network' : ready ? (model ?? 'No model') : 'No model connected';
  const toggle = () => openDialog(open ? null : ready || scripted ? { type: 'model', sessionId } : { type: 'access', focus: 'key' });
  return (
    <Tooltip label={ready || scripted ? 'Change the model' : 'Enter a key or a server'} keys="Shift+Mod+M" side="top">
      <button
        type="button"
        className={styles.button}
        aria-label={`Model: ${words}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-anchor="model"
        onClick={toggle}
      >
        <span className={styles.name}>{words}</span>
        <ChevronDown size={13} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
