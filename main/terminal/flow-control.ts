/** Characters a window may be behind before the command is paused. */
const HIGH_WATER = 512 * 1024;
const LOW_WATER = 128 * 1024;
/** A window that hasn't acknowledged anything for this long counts as frozen and no longer pauses the command. */
const PATIENCE_MS = 5000;

/** Pauses a command while a window that shows it can't keep up. Without a window it is never paused. */
export class FlowControl {
  readonly #onHold: (hold: boolean) => void;
  readonly #viewers = new Map<string, { acknowledged: number }>();
  #offset = 0;
  #held = false;
  #patience: NodeJS.Timeout | undefined;

  constructor(onHold: (hold: boolean) => void) {
    this.#onHold = onHold;
  }

  get watched(): boolean {
    return this.#viewers.size > 0;
  }

  attach(viewer: string): void {
    this.#viewers.set(viewer, { acknowledged: this.#offset });
    this.#decide();
  }

  detach(viewer: string): void {
    this.#viewers.delete(viewer);
    this.#decide();
  }

  /** `offset` as in terminal frames; an invalid one is ignored. */
  acknowledge(viewer: string, offset: number): void {
    const state = this.#viewers.get(viewer);
    if (state === undefined || offset > this.#offset) return;
    state.acknowledged = Math.max(state.acknowledged, offset);
    this.#decide();
  }

  /** Output up to `offset` has been sent. */
  sent(offset: number): void {
    this.#offset = offset;
    this.#decide();
  }

  dispose(): void {
    this.#viewers.clear();
    clearTimeout(this.#patience);
  }

  #decide(): void {
    const limit = this.#held ? LOW_WATER : HIGH_WATER;
    const hold = [...this.#viewers.values()].some((viewer) => this.#offset - viewer.acknowledged > limit);
    if (hold === this.#held) return;
    this.#held = hold;
    clearTimeout(this.#patience);
    if (hold) this.#patience = setTimeout(() => this.#forgiveLag(), PATIENCE_MS).unref();
    this.#onHold(hold);
  }

  #forgiveLag(): void {
    for (const viewer of this.#viewers.values()) viewer.acknowledged = this.#offset;
    this.#decide();
  }
}
