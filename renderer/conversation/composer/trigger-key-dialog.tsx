import type { Trigger } from '#shared/session/view.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Button } from '../../ui/controls/button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { words } from './later-words.ts';
import styles from './trigger-key-dialog.module.css';

export interface MadeKey {
  readonly key: string;
  readonly url: string;
  readonly trigger: Trigger;
}

/** Shows a new key of a webhook, which nothing else has. */
export function TriggerKeyDialog({ made, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const { key, url, trigger } = made;
  const example = words.curlExample(url, key);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.keyOf(trigger.name)}
      description={words.keyIsShownOnce}
      size="medium"
      footer={
        <Button variant="primary" onClick={() => void copyText(example)}>
          {words.copyExample}
        </Button>
      }
    >
      <h3 className={styles.heading}>{words.keyPrompt}</h3>
      <p className={styles.prompt}>
        <VisibleText text={trigger.prompt} />
      </p>
      <h3 className={styles.heading}>{words.keyExample}</h3>
      <pre className={styles.example}>{example}</pre>
    </Dialog>
  );
}
