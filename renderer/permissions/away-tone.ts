let context: AudioContext | undefined;

/** Two short, soft notes, made here: there is no file to load. Silent where the browser wants a press first. */
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
    // Only a sound.
  }
}
