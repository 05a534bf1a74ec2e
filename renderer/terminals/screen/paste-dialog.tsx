import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './call-terminal.module.css';

const SHOWN_CHARS = 4000;

/** Asks before pasting several lines, each of which the program may run. */
export function PasteDialog({
  text,
  onPaste,
  onClose,
}: {
  readonly text: string;
  readonly onPaste: () => void;
  readonly onClose: () => void;
}) {
  const lines = text.replace(/\r?\n$/u, '').split(/\r\n|\r|\n/u).length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={lines === 1 ? words.pasteLine : words.pasteLines(lines)}
      description={words.pasteRuns}
      footer={
        <>
          <Button onClick={onClose}>{words.dontPaste}</Button>
          <Button variant="primary" onClick={onPaste}>
            {words.paste}
          </Button>
        </>
      }
    >
      <ScrollArea className={styles.pasted} label={words.whatWouldBePasted}>
        <VisibleText text={text.slice(0, SHOWN_CHARS)} />
        {text.length > SHOWN_CHARS && words.moreCharacters(text.length - SHOWN_CHARS)}
      </ScrollArea>
    </Dialog>
  );
}
