let context: AudioContext | undefined;

/** Plays two short notes, synthesized. Silent where the browser requires a user gesture first. */
export function playTone(): void {
  try {
    context ??= new AudioContext();
    const { currentTime: now, destination } = context;
    const volume = context.createGain();
    volume.connect(destination);
    volume.gain.setValueAtTime(0, now);
    volume.gain.linearRampToValueAtTime(0.08, now + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.45);
    for (const [frequency, at] of [
      [660, 0],
      [880, 0.14],
    ] as const) {
      const note = context.createOscillator();
      note.frequency.value = frequency;
      note.connect(volume);
      note.start(now + at);
      note.stop(now + 0.5);
    }
  } catch {
    // Ignore: only a sound.
  }
}
