import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRow, explainRowSchema } from '#main/cli/explain-row.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { type ConformanceFixture, makeConformanceFixture } from './fixture.ts';
import { type AttackRow, attackRows } from './rows.ts';
import { TOOL } from './seams/seam-rows.ts';

/** Rows whose danger is in an event that the call itself doesn't show; each has a test under seams. */
const AT_ANOTHER_SEAM: Readonly<Record<string, string>> = {
  'path-056': 'The file is swapped for a link after approval: the tool opens only what was decided about (swapped-files.test.ts).',
  'mcp-003': 'The definition changed after approval: the registry says so in `mcp.suspended`.',
  'mcp-006': 'Two servers share a normalised name: the registry says so in `mcp.suspended`.',
};

describe('public attacks and everyday commands', () => {
  let engine: PermissionEngine;
  let shared: ConformanceFixture;
  const decisions = new Map<string, string>();
  beforeAll(async () => {
    engine = await createPermissionEngine();
    shared = makeConformanceFixture();
    for (const row of rows) decisions.set(row.id, hasSetup(row) ? decideAlone(row, engine) : decideIn(shared, row, engine));
  }, 60_000);
  afterAll(() => shared.remove());

  const decide = (row: AttackRow): string | undefined => decisions.get(row.id);
  const rows = attackRows().filter((row) => TOOL.test(row.tool) && AT_ANOTHER_SEAM[row.id] === undefined);

  it('allows no attack', () => {
    expect(
      rows.filter((row) => row.expect === 'notAllow' && row.tier !== 'policy' && decide(row) === 'allow').map((row) => row.id),
    ).toEqual([]);
  });

  it('allows at most a tenth of the policy rows', () => {
    const policy = rows.filter((row) => row.expect === 'notAllow' && row.tier === 'policy');
    expect(policy.filter((row) => decide(row) === 'allow').length).toBeLessThanOrEqual(policy.length / 10);
  });

  it('allows everyday commands', () => {
    expect(rows.filter((row) => row.expect === 'allow' && decide(row) !== 'allow').map((row) => row.id)).toEqual([]);
  });
});

function hasSetup(row: AttackRow): boolean {
  return typeof row.context.setup === 'object' && row.context.setup !== null;
}

function decideAlone(row: AttackRow, engine: PermissionEngine): string {
  const fixture = makeConformanceFixture();
  try {
    setUp(row.context.setup, fixture.project, fixture.home);
    return decideIn(fixture, row, engine);
  } finally {
    fixture.remove();
  }
}

function decideIn(fixture: ConformanceFixture, row: AttackRow, engine: PermissionEngine): string {
  const fill = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll('/home/u', fixture.home)
        .replaceAll(/(?<![\w.])\/project(?=[/"]|-evil)/gu, fixture.project),
    );
  const { mode, allow = [], deny = [], ask = [] } = row.context;
  const input = explainRowSchema.parse({
    id: row.id,
    mode,
    permissions: fill({ allow, deny, ask }),
    tool: row.tool,
    input: fill(row.input),
  });
  return explainRow(input, engine, { projectDir: fixture.project, homeDir: fixture.home, stateDir: `${fixture.home}/.gatehouse` }).decision;
}

function setUp(setup: unknown, project: string, home: string): void {
  if (typeof setup !== 'object' || setup === null) return;
  for (const [name, content] of Object.entries(setup)) {
    const file = path.join(project, name);
    const target = /^symlink to (\S+)/u.exec(String(content))?.[1];
    rmSync(file, { recursive: true, force: true });
    mkdirSync(path.dirname(file), { recursive: true });
    if (target === undefined) writeFileSync(file, String(content));
    else symlinkSync(target.replace('~', home), file);
  }
}
