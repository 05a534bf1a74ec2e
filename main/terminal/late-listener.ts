/** Passes on what comes. What comes before anyone listens is kept, and told first. */
export class LateListener<T> {
  #early: T[] = [];
  #listener: ((value: T) => void) | undefined;

  tell(value: T): void {
    if (this.#listener) this.#listener(value);
    else this.#early.push(value);
  }

  listen(listener: (value: T) => void): void {
    for (const value of this.#early) listener(value);
    this.#early = [];
    this.#listener = listener;
  }
}
