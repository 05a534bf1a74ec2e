/** A controller that is aborted with its parent, for the same reason, and never the other way round. */
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

  /** Lets the parent forget this child; a long turn has many. */
  detach(): void {
    this.#parent.removeEventListener('abort', this.#follow);
  }
}
