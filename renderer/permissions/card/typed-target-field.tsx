import { TextField } from '../../ui/controls/text-field.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './typed-target-field.module.css';

interface TypedTargetProps {
  /** What the sentence begins with. */
  readonly before: string;
  /** The text to type to allow a destructive call. */
  readonly target: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onEscape?: ((field: HTMLElement) => void) | undefined;
}

/** The field for the target of a destructive call; Enter submits the form that it is in. */
export function TypedTarget({ before, target, typed, onTyped, onEscape }: TypedTargetProps) {
  return (
    <div className={styles.typed} data-typed-target="">
      <span>
        {before}{' '}
        <code>
          <VisibleText text={target} />
        </code>{' '}
        {words.andPressEnter}
      </span>
      <TextField
        label={words.typeToAllowIt(target)}
        hideLabel
        mono
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEscape?.(event.currentTarget);
        }}
      />
    </div>
  );
}
