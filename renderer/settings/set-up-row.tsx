import type { SetUpItem, SetUpState } from '#shared/compatibility/set-up.ts';
import { useShortPaths } from '../paths/short-path.ts';
import { Button } from '../ui/controls/button.tsx';
import { Badge, type Tone } from '../ui/display/badge.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './set-up-page.module.css';

const TONES: Readonly<Record<SetUpState, Tone>> = {
  broken: 'danger',
  unguarded: 'warn',
  none: 'neutral',
  partly: 'info',
  waiting: 'accent',
  overridden: 'neutral',
  works: 'ok',
};

interface SetUpRowProps {
  readonly item: SetUpItem;
  /** Opens what a person may allow. */
  readonly onLook: (include: NonNullable<SetUpItem['includes']>) => void;
}

/** One part of a set-up: what it is, why it doesn't work, and where it is written. */
export function SetUpRow({ item, onLook }: SetUpRowProps) {
  const { kind, name, detail, state, why, source, file, line, includes } = item;
  const place = file === null ? null : line === null ? file : `${file}:${line}`;
  const short = useShortPaths();
  /** Shown shorter, and whole on hover. */
  const shown = (text: string) => ({ text: short(text), title: short(text) === text ? undefined : text });
  return (
    <li className={styles.row}>
      <span className={styles.kind}>
        <Badge tone={TONES[state]}>{words.setUpKinds[kind]}</Badge>
      </span>
      <div className={styles.texts}>
        <code className={styles.name} title={shown(name).title}>
          <VisibleText text={shown(name).text} />
        </code>
        {detail !== '' && (
          <span className={styles.detail} title={shown(detail).title}>
            <VisibleText text={shown(detail).text} />
          </span>
        )}
        {why !== '' && (
          <span className={styles.why} title={shown(why).title}>
            <VisibleText text={shown(why).text} />
          </span>
        )}
        <span className={styles.place}>
          {words.setUpSources[source]}
          {place !== null && place !== name && (
            <>
              {' · '}
              <span title={shown(place).title}>
                <VisibleText text={shown(place).text} />
              </span>
            </>
          )}
        </span>
        {includes && (
          <span>
            <Button size="small" onClick={() => onLook(includes)}>
              {words.includeLook}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
