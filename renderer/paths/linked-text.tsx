import { VisibleText } from '../ui/visible-text.tsx';
import { namesInText } from './names-in-text.ts';
import { FileText } from './path-link.tsx';

/** Running text in which the names of existing files become links. */
export function LinkedText({ text }: { readonly text: string }) {
  return namesInText(text).map((piece, index) => {
    const drawn = <VisibleText text={piece.text} />;
    // oxlint-disable-next-line react/no-array-index-key -- the same text has the same pieces.
    const key = `${index} ${piece.text}`;
    return piece.name === undefined ? (
      <span key={key}>{drawn}</span>
    ) : (
      <FileText key={key} text={piece.name}>
        {drawn}
      </FileText>
    );
  });
}
