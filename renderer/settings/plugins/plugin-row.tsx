import type { PluginRow as Row, PluginStateName } from '#shared/contract/commands/plugin-commands.ts';
import { call } from '../../bridge/client.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge, type Tone } from '../../ui/display/badge.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { PluginContents } from './plugin-contents.tsx';
import type { ActOnPlugins } from './use-plugins.ts';
import { words } from './words.ts';
import styles from './plugin-list.module.css';

const TONES: Readonly<Record<PluginStateName, Tone>> = {
  on: 'ok',
  off: 'neutral',
  absent: 'warn',
  unaccepted: 'warn',
  blocked: 'warn',
  broken: 'danger',
};

interface PluginRowProps {
  readonly plugin: Row;
  readonly projectDir: string;
  readonly busy: string | null;
  readonly act: ActOnPlugins;
}

/** One plugin: whether it is on, why not, what it does, and what a person can do with it. */
export function PluginRow({ plugin, projectDir, busy, act }: PluginRowProps) {
  const { id, state, why, description, version, from, commit, notes, accepted } = plugin;
  const [name = id, marketplace = ''] = id.split('@');
  const isChanged = state === 'unaccepted' && accepted;
  return (
    <li className={styles.plugin} aria-label={words.plugin(id)}>
      <div className={styles.head}>
        <strong className={styles.name}>
          <VisibleText text={name} />
        </strong>
        <span className={styles.side}>
          <VisibleText text={version === '' ? marketplace : `${version} · ${marketplace}`} />
        </span>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
        {isChanged && <Badge tone="warn">{words.changed}</Badge>}
        <Actions plugin={plugin} projectDir={projectDir} busy={busy} act={act} />
      </div>
      {description !== '' && (
        <p className={styles.text}>
          <VisibleText text={description} />
        </p>
      )}
      {why !== '' && (state !== 'unaccepted' || accepted) && (
        <p className={styles.why}>
          <VisibleText text={why} />
        </p>
      )}
      <PluginContents plugin={plugin} />
      {state === 'unaccepted' && <Accept plugin={plugin} projectDir={projectDir} busy={busy} act={act} />}
      {notes.map((note) => (
        <p key={note} className={styles.small}>
          <VisibleText text={note} />
        </p>
      ))}
      {from !== '' && (
        <p className={styles.small}>
          <VisibleText text={commit === null ? from : `${from}, ${words.commit(commit)}`} />
        </p>
      )}
    </li>
  );
}

function Accept({ plugin: { id, digest }, projectDir, busy, act }: PluginRowProps) {
  if (digest === null) return null;
  return (
    <div>
      <Button
        variant="primary"
        disabled={busy !== null}
        aria-label={words.of(words.accept, id)}
        onClick={() =>
          void act({ key: `accept ${id}`, failed: words.notChanged, run: () => call('plugins.accept', { projectDir, id, digest }) })
        }
      >
        {words.accept}
      </Button>
    </div>
  );
}

function Actions({ plugin: { id, state, newVersion, installable, digest }, projectDir, busy, act }: PluginRowProps) {
  const failed = words.notChanged;
  const install = () => void act({ key: `install ${id}`, failed, run: () => call('plugins.install', { projectDir, id }) });
  const turn = (enabled: boolean) =>
    void act({ key: `turn ${id}`, failed, run: () => call('plugins.setEnabled', { projectDir, id, enabled }) });
  const remove = () => void act({ key: `remove ${id}`, failed, run: () => call('plugins.remove', { projectDir, id }) });
  const isInstalling = busy === `install ${id}`;
  const isInstalled = digest !== null || state === 'broken';
  const installText = isInstalling ? words.installing : words.install;
  const updateText = isInstalling ? words.updating : newVersion === null ? words.update : words.updateTo(newVersion);
  const turnText = state === 'off' ? words.turnOn : words.turnOff;
  return (
    <span className={styles.acts}>
      {installable && state === 'absent' && (
        <Button size="small" disabled={busy !== null} onClick={install} aria-label={words.of(installText, id)}>
          {installText}
        </Button>
      )}
      {installable && isInstalled && (
        <Button
          size="small"
          variant={newVersion === null ? 'quiet' : 'default'}
          disabled={busy !== null}
          onClick={install}
          aria-label={words.of(updateText, id)}
        >
          {updateText}
        </Button>
      )}
      {(state === 'on' || state === 'off') && isInstalled && (
        <Button
          size="small"
          variant="quiet"
          disabled={busy !== null}
          onClick={() => turn(state === 'off')}
          aria-label={words.of(turnText, id)}
        >
          {turnText}
        </Button>
      )}
      {isInstalled && (
        <Button size="small" variant="quiet" disabled={busy !== null} onClick={remove} aria-label={words.of(words.remove, id)}>
          {words.remove}
        </Button>
      )}
    </span>
  );
}
