import { AppError } from '#shared/contract/app-error.ts';
import type { EffortChoice } from '#shared/model/effort.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { EventBody } from '#shared/session/event.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { SessionServices } from './session-services.ts';

interface SessionChoicesOptions {
  readonly services: SessionServices;
  /** @throws AppError `conflict` once the session is closed. */
  readonly assertOpen: () => void;
  readonly permissionsChanged: () => void;
}

/** Session settings that the user can change at any time, also while an agent runs. All of them are logged. */
export class SessionChoices {
  readonly #options: SessionChoicesOptions;

  constructor(options: SessionChoicesOptions) {
    this.#options = options;
  }

  /** @throws AppError `refused` for a mode that isn't available here. */
  setMode(mode: PermissionMode): void {
    const { services, assertOpen } = this.#options;
    assertOpen();
    assertModeAvailable(mode, services.permissionContext());
    this.changeMode(mode, 'user');
  }

  /** Changes the mode without checking whether it is available here. */
  changeMode(mode: PermissionMode, by: EventBody<'session.mode'>['by']): void {
    const { services, permissionsChanged } = this.#options;
    if (mode === services.view.mode) return;
    services.append({ type: 'session.mode', data: { mode, by } });
    permissionsChanged();
  }

  /** Adds or removes a working directory of this session. Takes effect at once, also for pending questions. `path`: absolute. */
  setDirectory(change: 'add' | 'remove', path: string): void {
    const { services, assertOpen, permissionsChanged } = this.#options;
    assertOpen();
    if (services.view.directories.includes(path) === (change === 'add')) return;
    services.append({ type: 'session.directory', data: { change, path, by: 'user' } });
    permissionsChanged();
  }

  /** Takes effect with the next request. @throws AppError `refused` in a scripted session, which has no model. */
  setModel(model: string): void {
    const { services, assertOpen } = this.#options;
    assertOpen();
    assertAsksModel(services);
    if (model !== services.view.model) services.append({ type: 'session.model', data: { model } });
  }

  /** Takes effect with the next request, for models that take it. @throws AppError `refused` in a scripted session, which has no model. */
  setEffort(effort: EffortChoice): void {
    const { services, assertOpen } = this.#options;
    assertOpen();
    assertAsksModel(services);
    if (effort !== services.view.effort) services.append({ type: 'session.effort', data: { effort } });
  }

  /**
   * Sets the cost limit of the session in US dollars, earlier cost included; `null`: no limit. Takes effect with the next request.
   * @throws AppError `refused` where the limit was given at start, and in a scripted session.
   */
  setBudget(usd: number | null): void {
    const { services, assertOpen } = this.#options;
    assertOpen();
    if (services.client.kind === 'scripted') throw new AppError('refused', 'This session plays a script and costs nothing.');
    if (services.maxBudgetUsd !== undefined) throw new AppError('refused', 'The budget of this session was given at start.');
    if (usd !== services.view.budgetUsd) services.append({ type: 'session.budget', data: { usd } });
  }
}

function assertAsksModel({ client }: SessionServices): void {
  if (client.kind === 'scripted')
    throw new AppError('refused', 'This session plays a script and asks no model. Start a new session to work with one.');
}

/** @throws AppError `refused` for a mode that isn't available here. */
function assertModeAvailable(
  mode: PermissionMode,
  {
    isBypassPermissionsModeAvailable,
    isAutoModeAvailable,
  }: Pick<ToolPermissionContext, 'isBypassPermissionsModeAvailable' | 'isAutoModeAvailable'>,
): void {
  if (mode === 'bypassPermissions' && !isBypassPermissionsModeAvailable)
    throw new AppError('refused', 'Bypassing permissions is only possible when it was made available at start.');
  if (mode === 'auto' && !isAutoModeAvailable)
    throw new AppError(
      'refused',
      'Auto mode isn’t available here: it needs a model that can judge calls (an API key or a server of your own), and the settings must not switch it off (disableAutoMode).',
    );
  if (mode === 'bubble') throw new AppError('refused', `The mode “${mode}” isn’t available here.`);
}
