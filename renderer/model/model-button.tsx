import { ChevronDown } from 'lucide-react';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { openDialog } from '../store/window-actions.ts';
import { StatusButton } from '../ui/controls/status-button.tsx';
import { words } from './button-words.ts';
import styles from './model-button.module.css';

/** Said by every model’s name: a phone leaves it out. */
const VENDOR = 'claude-';

/** The session's model; opens the list to change it. */
export function ModelButton({ sessionId }: { readonly sessionId: string }) {
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  const model = useSession(sessionId, (view) => view.model);
  const ready = useWindow((state) => state.app?.access.ready) ?? false;
  const open = useWindow((state) => state.dialog?.type === 'model');
  const name = scripted ? words.scriptedModel : ready ? (model ?? words.noModel) : words.notConnected;
  const vendor = name.startsWith(VENDOR) ? VENDOR : '';
  const toggle = () => openDialog(open ? null : ready || scripted ? { type: 'model', sessionId } : { type: 'access', focus: 'key' });
  return (
    <StatusButton
      hint={ready || scripted ? words.change : words.enterKey}
      keys={useKeysOf('session.model')}
      name={words.now(name)}
      anchor="model"
      open={open}
      shrinks
      onClick={toggle}
    >
      <span className={styles.name}>
        {vendor !== '' && <span className={styles.vendor}>{vendor}</span>}
        {name.slice(vendor.length)}
      </span>
      <ChevronDown size={13} strokeWidth={1.5} aria-hidden="true" />
    </StatusButton>
  );
}
