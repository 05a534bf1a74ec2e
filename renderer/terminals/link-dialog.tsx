import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { GuardedLink } from './guarded-link.ts';
import { words } from './words.ts';
import styles from './call-terminal.module.css';

/** Shows where a printed link leads before it is opened. */
export function LinkDialog({ link, onClose }: { readonly link: GuardedLink; readonly onClose: () => void }) {
  const open = () => {
    window.open(link.href, '_blank', 'noopener,noreferrer');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.openThisLink}
      description="A program printed it. It opens in your browser."
      footer={
        <>
          <Button
            onClick={() => {
              void copyText(link.href);
              onClose();
            }}
          >
            {words.copyTheAddress}
          </Button>
          <Button variant="primary" onClick={open}>
            {words.openInTheBrowser}
          </Button>
        </>
      }
    >
      <p className={styles.address}>
        <strong>
          <VisibleText text={link.origin} />
        </strong>
        <VisibleText text={link.rest} />
      </p>
      {link.caution !== '' && <p className={styles.caution}>{link.caution}</p>}
    </Dialog>
  );
}
