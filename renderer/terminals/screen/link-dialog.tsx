import { Button } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './call-terminal.module.css';

/** Addresses up to this length are shown completely; longer ones aren't links. Characters. */
const MAX_LINK = 2000;

export interface GuardedLink {
  readonly href: string;
  readonly origin: string;
  /** The rest, as the server will receive it. */
  readonly rest: string;
  /** Why the link is suspicious; empty if nothing stands out. */
  readonly caution: string;
}

/** Where a link in a terminal really leads; `undefined` if it isn't a web address. Program output is untrusted. */
export function guardedLink(text: string): GuardedLink | undefined {
  if (text.length > MAX_LINK || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const cautions = [
    ...(url.username !== '' || url.password !== '' ? [words.linkHasUser] : []),
    ...(/(?:^|\.)xn--/u.test(url.hostname) ? [words.linkLooksAlike] : []),
  ];
  return {
    href: url.href,
    origin: url.origin,
    rest: url.href.slice(url.href.indexOf(url.host) + url.host.length),
    caution: cautions.join(' '),
  };
}

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
      description={words.linkOpens}
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
