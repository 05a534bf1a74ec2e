import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { appRoot } from '#main/app-root.ts';

const read = (path: string): string => readFileSync(join(appRoot, path), 'utf8');
const text = read('.github/workflows/release.yml');
const stepSchema = z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const jobSchema = z.object({ steps: z.array(stepSchema) });
const { jobs } = z.object({ jobs: z.object({ package: jobSchema, draft: jobSchema }) }).parse(parse(text));

it('uploads what each target of electron-builder.yml makes', () => {
  const upload = jobs.package.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
  const paths = z.string().parse(upload?.with?.['path']).trim().split('\n');
  const targets = [...read('electron-builder.yml').matchAll(/\{ target: (\w+),/gu)].map(([, target]) =>
    target === 'nsis' ? 'exe' : target,
  );
  expect(targets).toHaveLength(6);
  for (const target of targets) expect(paths).toContain(`release/*.${target}`);
});

it('takes only the secrets that docs/packaging.md names', () => {
  const secrets = new Set([...text.matchAll(/secrets\.(\w+)/gu)].map(([, name = '']) => name));
  expect(secrets.size).toBe(7);
  for (const name of secrets) expect(read('docs/packaging.md')).toContain(`\`${name}\``);
});
