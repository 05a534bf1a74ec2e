/** Runs sessions one after the other and prints what the engine holds. Arguments: --sessions N. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { soak } from './soak.ts';

const MEASUREMENTS = 20;

const { values } = parseArgs({ options: { sessions: { type: 'string', default: '200' } } });
const sessions = z.coerce.number().int().min(MEASUREMENTS).parse(values.sessions);
const tmpDir = mkdtempSync(join(tmpdir(), 'gatehouse-soak-'));
process.env['TMPDIR'] = tmpDir;
const print = (...cells: readonly (string | number)[]): void =>
  void process.stdout.write(`${cells.map((cell) => String(cell).padStart(10)).join('')}\n`);

print('sessions', 'heap KiB', 'files', 'processes', 'handles', 'temporary');
try {
  await soak({
    sessions,
    every: Math.floor(sessions / MEASUREMENTS),
    tmpDir,
    onMeasured: (done, { heap, files, processes, handles, temporary }) => print(done, heap, files, processes, handles, temporary),
  });
} finally {
  rmSync(tmpDir, { recursive: true, force: true });
}
