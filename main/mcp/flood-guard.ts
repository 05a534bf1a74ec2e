const WINDOW_MS = 10_000;
/** More messages in ten seconds than any honest server sends that isn't asked for anything. */
const MAX_MESSAGES = 20_000;
/** And for each call it works at: one that tells of its progress with every picture of a screen sends 600. */
const MAX_MESSAGES_PER_CALL = 1000;
/** Some servers print a banner where only messages belong; one that goes on speaks something else. */
const MAX_MALFORMED = 100;

/** Counts what a server sends. @see MAX_MESSAGES */
export class FloodGuard {
  #since = 0;
  #messages = 0;
  #malformed = 0;
  /** The most calls at once since the count began: those that just ended may have told much. */
  #calls = 0;

  /** @throws Error when it is too much. `now`: milliseconds of a clock that only goes forward. `calls`: that it works at now. */
  message(now: number, calls: number): void {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#messages = 0;
      this.#calls = 0;
    }
    this.#messages += 1;
    this.#calls = Math.max(this.#calls, calls);
    if (this.#messages > MAX_MESSAGES + this.#calls * MAX_MESSAGES_PER_CALL) throw new Error('it floods Gatehouse with messages');
  }

  /** @throws Error when there were too many. */
  malformed(): void {
    this.#malformed += 1;
    if (this.#malformed > MAX_MALFORMED) throw new Error('what it prints are no MCP messages');
  }
}
