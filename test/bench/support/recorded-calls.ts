import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const recordedCallSchema = z.object({
  corpus: z.string(),
  session: z.string(),
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  cwd: z.string().optional(),
});

/** One agent call, in recorded order. `$PROJ` stands for the project folder, `$HOMEDIR` for the home folder. */
export type RecordedCall = z.infer<typeof recordedCallSchema>;

/** Reads JSON lines, compressed or not. Throws on a line that is no call. */
export function readRecordedCalls(file: string): RecordedCall[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => recordedCallSchema.parse(JSON.parse(line)));
}

/** Replaces `$PROJ` and `$HOMEDIR` by the folders, at any depth. */
export function fillIn(value: unknown, folders: { readonly project: string; readonly home: string }): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\$(PROJ|HOMEDIR)(?![A-Za-z0-9_])/gu, (_, name) => (name === 'PROJ' ? folders.project : folders.home));
  if (Array.isArray(value)) return value.map((item) => fillIn(item, folders));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillIn(item, folders)]));
}
