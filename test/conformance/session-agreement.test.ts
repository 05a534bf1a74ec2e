import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AgentSession } from '#main/agent/session/agent-session.ts';
import { explainRow, type ExplainRow, explainRowSchema, rowContext } from '#main/cli/explain-row.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { noFrames } from '#main/session/frames.ts';
import { SessionLog } from '#main/session/log.ts';
import { noWeb } from '#test/support/no-web.ts';
import { plainTextFiles } from '#main/terminal/save-text.ts';
import type { ToolServices } from '#main/tool/services/tool-services.ts';
import type { Tool } from '#main/tool/tool.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { type ConformanceFixture, makeConformanceFixture } from './fixture.ts';
import { permissionRows } from './rows.ts';

/** How a session treated a call. `none`: it was never decided, because the tool isn't offered or the input is invalid. */
type Settled = 'allow' | 'deny' | 'none';

const OFFERED = new Set(['Bash', 'Read', 'Write', 'Edit', 'Grep', 'Glob', 'TodoWrite']);

/** Every fourth row with a built-in tool: well over a hundred, from all groups. */
function sample(): readonly unknown[] {
  return permissionRows()
    .filter((row) => OFFERED.has(row.tool))
    .filter((_, index) => index % 4 === 0);
}

const services: ToolServices = {
  terminals: { run: () => Promise.reject(new Error('nothing runs in this test')), keepText: () => undefined },
  plainText: plainTextFiles,
  web: noWeb,
  search: { ripgrepPath: 'rg' },
  isReadOnlyCommand: () => false,
  mayRead: () => true,
};

describe('run and explain', () => {
  let fixture: ConformanceFixture;
  let engine: PermissionEngine;
  let sessions: string;
  beforeAll(async () => {
    fixture = makeConformanceFixture();
    engine = await createPermissionEngine();
    sessions = mkdtempSync(path.join(tmpdir(), 'gatehouse-agreement-'));
  });
  afterAll(() => {
    fixture.remove();
    rmSync(sessions, { recursive: true, force: true });
  });

  const folders = () => ({ projectDir: fixture.project, homeDir: fixture.home, stateDir: `${fixture.home}/.gatehouse` });

  /** The real tools, except that none of them reads files beforehand or has effects. */
  function harmlessTools(ran: string[]): Tool[] {
    const env = () => ({ CLAUDE_CODE_ENABLE_TASKS: '0' });
    return getAllTools({ projectDir: fixture.project, isReadOnlyCommand: () => false, env }).map((tool) => ({
      ...tool,
      validateInput: () => Promise.resolve({ ok: true }),
      call: () => {
        ran.push(tool.name);
        return Promise.reject(new Error('It would run now.'));
      },
    }));
  }

  /** One headless session in which a scripted model makes this call. */
  async function settle(row: ExplainRow, input: Record<string, unknown>): Promise<{ settled: Settled; ran: number }> {
    const { projectDir } = folders();
    const context = rowContext(row, folders());
    const log = SessionLog.create(path.join(sessions, randomUUID()));
    log.append({
      type: 'session.created',
      data: { sessionId: randomUUID(), projectDir, model: 'scripted', mode: context.mode, client: 'scripted' },
    });
    const ran: string[] = [];
    const script = {
      model: 'scripted' as const,
      turns: [{ blocks: [{ type: 'tool_use' as const, name: row.tool, input }] }, { blocks: [{ type: 'text' as const, text: 'Done.' }] }],
    };
    const session = new AgentSession({
      log,
      client: new ScriptedClient({ script, projectDir, timeScale: 0 }),
      tools: harmlessTools(ran),
      permissionEngine: engine,
      permissionContext: () => context,
      changePermissions: () => Promise.reject(new Error('nobody is asked')),
      toolServices: services,
      frames: noFrames,
      systemPrompt: { text: '', sources: [] },
      isNonInteractive: true,
      model: 'scripted',
      env: {},
    });
    session.send('Go.');
    await session.idle();
    const decided = log.events.flatMap((event) => (event.type === 'call.decided' ? [event.data.decision.behavior] : []));
    await session.dispose();
    const behavior = decided[0];
    return { settled: behavior === undefined || behavior === 'ask' ? 'none' : behavior, ran: ran.length };
  }

  it('agree on more than a hundred calls: what explain allows runs, everything else is denied', async () => {
    const rows = sample();
    expect(rows.length).toBeGreaterThanOrEqual(100);
    const wrong: string[] = [];
    const seen = { allow: 0, ask: 0, deny: 0 };
    for (const written of rows) {
      const row = explainRowSchema.parse(fixture.fill(written));
      const { decision, reason } = explainRow(row, engine, folders());
      const { settled, ran } = await settle(row, z.record(z.string(), z.unknown()).parse(row.input));
      seen[decision]++;
      const agrees =
        decision === 'allow'
          ? settled === 'allow' && ran === 1
          : ran === 0 && (settled === 'deny' || (decision === 'deny' && settled === 'none'));
      if (!agrees)
        wrong.push(
          `${String(row.id)} ${JSON.stringify(row.input)}: explain ${decision} (${reason}), session ${settled}, ran ${String(ran)}`,
        );
    }
    expect(wrong).toEqual([]);
    expect(Math.min(seen.allow, seen.ask, seen.deny)).toBeGreaterThan(10);
  }, 120_000);
});
