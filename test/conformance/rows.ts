import { readFileSync } from 'node:fs';
import { z } from 'zod';

const permissions = z.object({
  allow: z.array(z.string()).optional(),
  deny: z.array(z.string()).optional(),
  ask: z.array(z.string()).optional(),
  additionalDirectories: z.array(z.string()).optional(),
  defaultMode: z.string().optional(),
});

const permissionRow = z.looseObject({
  id: z.string(),
  expect: z.enum(['allow', 'ask', 'deny', 'notAllow', 'any']),
  mode: z.string(),
  permissions,
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  hidden: z.boolean().optional(),
});
export type PermissionRow = z.infer<typeof permissionRow>;

const attackRow = z.looseObject({
  id: z.string(),
  expect: z.enum(['allow', 'notAllow', 'any']),
  tier: z.string().optional(),
  tool: z.string(),
  input: z.record(z.string(), z.unknown()),
  context: z.looseObject({
    mode: z.string().optional(),
    allow: z.array(z.string()).optional(),
    deny: z.array(z.string()).optional(),
    ask: z.array(z.string()).optional(),
    setup: z.unknown().optional(),
  }),
});
export type AttackRow = z.infer<typeof attackRow>;

function lines(name: string): unknown[] {
  return readFileSync(new URL(`./data/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

export function permissionRows(): PermissionRow[] {
  return lines('permissions').map((row) => permissionRow.parse(row));
}

export function attackRows(): AttackRow[] {
  return lines('attacks').map((row) => attackRow.parse(row));
}

/** Looser than expected, which must never happen. */
export function isLooser(decision: string, expect: PermissionRow['expect']): boolean {
  if (decision === 'allow') return expect === 'ask' || expect === 'deny' || expect === 'notAllow';
  return decision === 'ask' && expect === 'deny';
}
