/** Shortens a text while `holds` is true of it: large pieces first, then single characters, a few attempts in parallel. */
export async function minimize(text: string, holds: (candidates: readonly string[]) => Promise<readonly boolean[]>): Promise<string> {
  let best = text;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let changed = true; changed;) {
      const candidates = Array.from(
        { length: Math.ceil(best.length / size) },
        (_, index) => best.slice(0, index * size) + best.slice((index + 1) * size),
      ).filter((one) => one !== '');
      const good = await holds(candidates);
      const at = good.indexOf(true);
      changed = at >= 0;
      if (changed) best = candidates[at] ?? best;
    }
  }
  return best;
}
