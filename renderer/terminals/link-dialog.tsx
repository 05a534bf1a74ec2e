import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { GuardedLink } from './guarded-link.ts';
import styles from './call-terminal.module.css';

/** Where a link that a program printed leads, before anything is opened. */
export function LinkDialog({ link, onClose }: { readonly link: GuardedLink; readonly onClose: () => void }) {
  const open = () => {
    window.open(link.href, '_blank', 'noopener,noreferrer');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Open this link?"
      description="A program printed it. It opens in your browser."
      footer={
        <>
          <Button
            onClick={() => {
              void navigator.clipboard.writeText(link.href);
              onClose();
            }}
          >
            Copy the address
          </Button>
          <Button variant="primary" onClick={open}>
            Open in the browser
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
