import { createLogger } from '#main/log/logger.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { CommandName, CommandOutput, ParsedInput } from '#shared/contract/commands.ts';
import type { EnginePort, WindowRef } from '../engine-port.ts';
import { confirmedCommand } from './command-classes.ts';
import { type Statement, statementOf } from './statement.ts';

const log = createLogger('host');

/** Asks a person outside the page. */
export interface Confirmer {
  /**
   * Whether the person has confirmed exactly this.
   * @throws AppError `unconfirmed` when the page has to make room for the question first, and then sends the command again.
   */
  confirm(statement: Statement, window: WindowRef): Promise<boolean>;
  /** The window has closed: its questions and confirmations end. */
  forget(window: WindowRef): void;
}

/**
 * The engine for windows whose pages aren't believed: a command that may allow something is carried out only after a person has confirmed
 * it outside the page, and only as it was shown. `setting`: whether it is needed now.
 */
export function withConfirmation(engine: EnginePort, confirmer: Confirmer, setting: () => OutsidePage): EnginePort {
  const standing = new Map<string, Set<string>>();

  /** @throws AppError `refused` or `unconfirmed` */
  const ask = async <N extends CommandName>(command: N, input: ParsedInput<N>, window: WindowRef): Promise<void> => {
    const entry = confirmedCommand(command, input);
    if (!entry) return;
    const { isOn, unread } = setting();
    if (!isOn || entry.unlessKnown?.(input, await engine.handle('app.state', {}, window)) === true) return;
    const lasting = entry.standing?.(input);
    const name = JSON.stringify([command, lasting]);
    if (lasting && standing.get(window.windowId)?.has(name) === true) return;
    const describe = () => statementOf(engine, { command, input, title: entry.confirm, standing: lasting, why: unread }, window);
    const shown = await describe();
    if (!(await confirmer.confirm(shown, window))) {
      log.warn(`${command} was refused: the person did not confirm it`);
      engine.refused({ ...shown.about, reason: 'unconfirmed' });
      throw new AppError('refused', 'You didn’t confirm, so nothing was changed.');
    }
    if ((await describe()).digest !== shown.digest) {
      log.warn(`${command} was refused: it is not what was shown`);
      engine.refused({ ...shown.about, reason: 'changed' });
      throw new AppError('refused', 'It has changed since it was shown. Try again.');
    }
    if (lasting) standing.set(window.windowId, new Set([...(standing.get(window.windowId) ?? []), name]));
  };

  return {
    handle: async <N extends CommandName>(command: N, input: ParsedInput<N>, window: WindowRef): Promise<CommandOutput<N>> => {
      await ask(command, input, window);
      return engine.handle(command, input, window);
    },
    onPush: (listener) => engine.onPush(listener),
    onConnection: (listener) => engine.onConnection?.(listener) ?? (() => undefined),
    refused: (refusal) => engine.refused(refusal),
    windowClosed: (window) => {
      standing.delete(window.windowId);
      confirmer.forget(window);
      engine.windowClosed(window);
    },
    dispose: () => engine.dispose(),
  };
}
