import { median, quantile } from './support/statistics.ts';

/** One line of a benchmark's table. Times in milliseconds. */
export interface Measurement {
  readonly name: string;
  readonly median: number;
  readonly p95: number;
  readonly runs: number;
}

/** Measures `work` after a few warm-up runs, one run after the other. */
export async function measure(name: string, runs: number, work: () => unknown): Promise<Measurement> {
  for (let i = 0; i < Math.ceil(runs / 10); i++) await work();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return { name, median: median(times), p95: quantile(times, 0.95), runs };
}

/** The first line is the baseline of the others. */
export function printTable(title: string, [base, ...others]: readonly Measurement[]): void {
  if (!base) return;
  const lines = [base, ...others].map(({ name, median, p95, runs }) => {
    const against = `${(median / base.median).toFixed(2)} ×`;
    return `  ${name.padEnd(44)} ${median.toFixed(3).padStart(10)} ms  p95 ${p95.toFixed(3).padStart(10)} ms  ${against.padStart(9)}  (${runs} runs)`;
  });
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}
