import type { ReplayedCall } from './replay.ts';

/** The asks of a replay. */
export interface Asks {
  readonly name: string;
  /** Calls and asks by corpus. */
  readonly corpora: ReadonlyMap<string, { readonly calls: number; readonly asked: number }>;
  readonly asked: readonly ReplayedCall[];
}

export function countAsks(name: string, replayed: readonly ReplayedCall[]): Asks {
  const corpora = new Map<string, { calls: number; asked: number }>();
  for (const { call, decision } of replayed) {
    const counts = corpora.get(call.corpus) ?? { calls: 0, asked: 0 };
    counts.calls++;
    if (decision.behavior !== 'allow') counts.asked++;
    corpora.set(call.corpus, counts);
  }
  return { name, corpora, asked: replayed.filter(({ decision }) => decision.behavior !== 'allow') };
}

/** Asks per 100 calls: all, the mean of the corpora, each corpus. */
export function printRates(title: string, asks: readonly Asks[]): void {
  const corpora = [...(asks[0]?.corpora.keys() ?? [])];
  const row = (name: string, cells: readonly string[]): string => `  ${name.padEnd(32)}${cells.map((cell) => cell.padStart(8)).join('')}`;
  const lines = asks.map(({ name, corpora: counts }) => {
    const rates = corpora.map((corpus) => rate(counts.get(corpus)));
    const all = [...counts.values()].reduce((sum, one) => ({ calls: sum.calls + one.calls, asked: sum.asked + one.asked }), {
      calls: 0,
      asked: 0,
    });
    const mean = rates.reduce((sum, one) => sum + one, 0) / rates.length;
    return row(
      name,
      [rate(all), mean, ...rates].map((figure) => figure.toFixed(1)),
    );
  });
  process.stdout.write(`${title}\n${row('', ['all', 'mean', ...corpora.map((corpus) => corpus.slice(0, 7))])}\n${lines.join('\n')}\n\n`);
}

function rate(counts: { readonly calls: number; readonly asked: number } | undefined): number {
  return counts === undefined || counts.calls === 0 ? 0 : (100 * counts.asked) / counts.calls;
}

/** Why and about what was asked, and where nothing was suggested. */
export function printBreakdown({ name, asked }: Asks): void {
  const bash = asked.filter(({ call }) => call.tool === 'Bash');
  const without = asked.filter(({ decision }) => decision.suggestions.length === 0);
  const suggested = asked.length === 0 ? 0 : (100 * (asked.length - without.length)) / asked.length;
  process.stdout.write(
    `${name}: ${String(asked.length)} questions, ${String(bash.length)} of them about commands; ${suggested.toFixed(0)} % with a suggestion\n`,
  );
  printCounts('why', asked.map(why), 18);
  printCounts('program of the first part that asks', bash.map(openProgram), 24);
  printCounts('no suggestion, why asked', without.map(why), 14);
  printCounts('no suggestion, program', without.filter(({ call }) => call.tool === 'Bash').map(openProgram), 16);
  const again = asked.filter(({ asksAgain }) => asksAgain);
  printCounts('asked again although the suggestion was taken', again.map(why), 8);
  process.stdout.write('\n');
}

function printCounts(title: string, keys: readonly string[], most: number): void {
  if (keys.length === 0) return;
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const top = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, most);
  process.stdout.write(`  ${title}\n${top.map(([key, count]) => `    ${String(count).padStart(5)}  ${key}`).join('\n')}\n`);
}

/** The reason without the parts that vary by call. */
function why({ call, decision }: ReplayedCall): string {
  const open = decision.parts.find(({ covered }) => !covered);
  const grounds = decision.reason === 'needsApproval' ? (open?.detail ?? decision.message) : decision.message;
  const plain = grounds
    .replaceAll(/(?:^|(?<=It (?:also )?writes |What ))\S+(?= is outside| which| stands|, which)/gu, '…')
    .replaceAll(/ (?:from|to) \/\S+/gu, ' …');
  return `${call.tool}: ${decision.reason}: ${plain.replaceAll('\n', ' ').slice(0, 110)}`;
}

function openProgram({ decision }: ReplayedCall): string {
  const text = decision.parts.find(({ covered }) => !covered)?.text ?? '(all parts covered)';
  return text
    .replaceAll(/^(?:[A-Za-z_]\w*=\S*\s+)+/gu, '')
    .split(/\s+/u)
    .slice(0, 2)
    .join(' ')
    .slice(0, 40);
}
