/** Work in small steps, so that whoever does it may pause between any two of them. Done without a pause it is an ordinary call. */
export type Steps<T> = Generator<void, T, void>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
