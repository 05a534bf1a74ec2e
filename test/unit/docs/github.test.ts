import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FORMS = '.github/ISSUE_TEMPLATE';

const workflowSchema = z.object({
  permissions: z.record(z.string(), z.enum(['read', 'none'])),
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ uses: z.string().optional(), run: z.string().optional() })) })),
});
const formSchema = z.object({
  name: z.string(),
  description: z.string(),
  body: z.array(z.object({ type: z.enum(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']), id: z.string().optional() })),
});
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))).scripts;

function yamlFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.yml'))
    .map((name) => `${folder}/${name}`);
}

function load(file: string): unknown {
  return parse(readFileSync(path.join(ROOT, file), 'utf8'));
}

it.each(yamlFiles('.github/workflows'))('%s only reads, pins actions by major version, and runs scripts that exist', (file) => {
  const steps = Object.values(workflowSchema.parse(load(file)).jobs).flatMap((job) => job.steps);
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/u);
  const called = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm (?!sbom |ci )(?:run )?([\w:]+)/gu)].map(([, name = '']) => name));
  expect(called.filter((name) => !(name in scripts))).toEqual([]);
  expect(called).toContain('test');
});

it.each(yamlFiles(FORMS).filter((file) => !file.endsWith('/config.yml')))('%s is an issue form whose fields have unique IDs', (file) => {
  const ids = formSchema.parse(load(file)).body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(1);
});
