import type { AppState, FreshStart } from '#main/tool/context.ts';
import type { ToolPermissionContext } from '#main/permission/context.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';

export interface AppStateSources {
  /** The current snapshot; made anew by its owner when settings, mode or rules change. */
  readonly permissionContext: () => ToolPermissionContext;
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
  readonly onMode: (mode: PermissionMode) => void;
  readonly onFreshStart: (start: FreshStart) => void;
}

/** Session-wide state as tools see it. Nothing is kept here: reading asks the owners, a change becomes an event of the session. */
export class AppStateStore {
  readonly #sources: AppStateSources;

  constructor(sources: AppStateSources) {
    this.#sources = sources;
  }

  get(): AppState {
    return { permission: this.#sources.permissionContext(), todos: this.#sources.todos() };
  }

  /** Only todos, the permission mode and what the model remembers can be changed from a tool; rules and directories have ways of their own. */
  set(change: (state: AppState) => AppState): void {
    const before = this.get();
    const after = change(before);
    if (after.todos !== before.todos) this.#sources.onTodos(after.todos);
    if (after.permission.mode !== before.permission.mode) this.#sources.onMode(after.permission.mode);
    if (after.freshStart) this.#sources.onFreshStart(after.freshStart);
  }
}
