/** A controller that is aborted with its parent, with the same reason. Aborting it doesn't abort the parent. */
export class ChildAbort {
  readonly controller = new AbortController();
  readonly #parent: AbortSignal;
  readonly #follow = (): void => this.controller.abort(this.#parent.reason);

  constructor(parent: AbortSignal) {
    this.#parent = parent;
    if (parent.aborted) this.#follow();
    else parent.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Removes the listener on the parent; a long turn has many children. */
  detach(): void {
    this.#parent.removeEventListener('abort', this.#follow);
  }
}
