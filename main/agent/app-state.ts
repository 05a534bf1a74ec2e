import type { AppState, FreshStart } from '#main/tool/context.ts';
import type { ToolPermissionContext } from '#main/permission/context.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';

export interface AppStateSources {
  /** The current snapshot; replaced when settings, mode or rules change. */
  readonly permissionContext: () => ToolPermissionContext;
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
  readonly onMode: (mode: PermissionMode) => void;
  readonly onFreshStart: (start: FreshStart) => void;
}

/** Session-wide state as tools see it. Stores nothing: reads go to the owners, changes become session events. */
export class AppStateStore {
  readonly #sources: AppStateSources;

  constructor(sources: AppStateSources) {
    this.#sources = sources;
  }

  get(): AppState {
    return { permission: this.#sources.permissionContext(), todos: this.#sources.todos() };
  }

  /** Applies changes to todos, permission mode and model-visible memory only. Rules and directories can't be changed here. */
  set(change: (state: AppState) => AppState): void {
    const before = this.get();
    const after = change(before);
    if (after.todos !== before.todos) this.#sources.onTodos(after.todos);
    if (after.permission.mode !== before.permission.mode) this.#sources.onMode(after.permission.mode);
    if (after.freshStart) this.#sources.onFreshStart(after.freshStart);
  }
}
