/** Work split into small steps, so that the caller can pause between them. Run without pauses, it is an ordinary call. */
export type Steps<T> = Generator<void, T, void>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
