import { powerSaveBlocker } from 'electron';

/** Prevents automatic sleep while an agent works. The screen may turn off. */
export class KeepAwake {
  #blocker: number | undefined;

  set(isWorking: boolean): void {
    if (isWorking === (this.#blocker !== undefined)) return;
    if (this.#blocker !== undefined) powerSaveBlocker.stop(this.#blocker);
    this.#blocker = isWorking ? powerSaveBlocker.start('prevent-app-suspension') : undefined;
  }
}
