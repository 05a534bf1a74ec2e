const WINDOW_MS = 10_000;
/** More messages in ten seconds than any honest server sends. */
const MAX_MESSAGES = 20_000;
/** Some servers print a banner where only messages belong; one that goes on speaks something else. */
const MAX_MALFORMED = 100;

/** Counts what a server sends. @see MAX_MESSAGES */
export class FloodGuard {
  #since = 0;
  #messages = 0;
  #malformed = 0;

  /** @throws Error when it is too much. `now`: milliseconds of a clock that only goes forward. */
  message(now: number): void {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages > MAX_MESSAGES) throw new Error('it floods Gatehouse with messages');
  }

  /** @throws Error when there were too many. */
  malformed(): void {
    this.#malformed += 1;
    if (this.#malformed > MAX_MALFORMED) throw new Error('what it prints are no MCP messages');
  }
}
