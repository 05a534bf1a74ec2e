import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explain } from '#main/cli/explain.ts';
import { explainRow, explainRowSchema } from '#main/cli/explain-row.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import accepted from './accepted-stricter.json' with { type: 'json' };
import { type ConformanceFixture, makeConformanceFixture } from './fixture.ts';
import { isLooser, type PermissionRow, permissionRows } from './rows.ts';

const outRow = z.looseObject({ id: z.string(), decision: z.enum(['allow', 'ask', 'deny']), trace: z.array(z.unknown()).min(1) });

describe('recorded decisions', () => {
  let fixture: ConformanceFixture;
  let engine: PermissionEngine;
  beforeAll(async () => {
    fixture = makeConformanceFixture();
    engine = await createPermissionEngine();
  });
  afterAll(() => fixture.remove());

  const decide = (row: PermissionRow): ReturnType<typeof explainRow> =>
    explainRow(explainRowSchema.parse(fixture.fill(row)), engine, {
      projectDir: fixture.project,
      homeDir: fixture.home,
      stateDir: `${fixture.home}/.gatehouse`,
    });

  it('are never loosened, and tightened only where a reason is recorded', () => {
    const looser: string[] = [];
    const stricter: string[] = [];
    const hidden: string[] = [];
    for (const row of permissionRows()) {
      const result = decide(row);
      if (isLooser(result.decision, row.expect)) looser.push(`${row.id}: ${result.decision}, expected ${row.expect}`);
      if (row.expect === 'allow' && result.decision !== 'allow') stricter.push(row.id);
      if ((row.hidden === true) !== (result.hidden === true)) hidden.push(row.id);
    }
    expect(looser).toEqual([]);
    expect(hidden).toEqual([]);
    expect(stricter.toSorted()).toEqual(Object.keys(accepted).toSorted());
    const allowed = permissionRows().filter((row) => row.expect === 'allow').length;
    expect(stricter.length / allowed).toBeLessThan(0.02);
  });

  it('explain answers the rows in order, with the same decisions and a trace', async () => {
    const rows = permissionRows()
      .filter((_, index) => index % 10 === 0)
      .slice(0, 100);
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const done = explain(['--project', fixture.project, '--home', fixture.home], { stdin, stdout, stderr: new PassThrough() });
    stdin.end(rows.map((row) => `${JSON.stringify(fixture.fill(row))}\n`).join(''));
    const reading = text(stdout);
    const code = await done;
    stdout.end();
    const out = (await reading)
      .trim()
      .split('\n')
      .map((line) => outRow.parse(JSON.parse(line)));
    expect(code).toBe(0);
    expect(out.map(({ id, decision }) => ({ id, decision }))).toEqual(rows.map((row) => ({ id: row.id, decision: decide(row).decision })));
  });
});
