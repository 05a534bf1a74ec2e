import { type AttackRow, attackRows } from '../rows.ts';

/** Tool names; all other attack rows describe an event. */
export const TOOL = /^(?:Bash|Read|Write|Edit|NotebookEdit|Glob|Grep|WebFetch|mcp__.*)$/u;

/** The test of each event, by its file in this folder. */
export const SEAM_TESTS: Readonly<Record<string, readonly string[]>> = {
  'permission-answers.test.ts': ['ipc-002', 'ipc-003', 'ipc-004', 'ipc-006', 'ipc-008', 'ipc-021'],
  'window.test.ts': ['ipc-001', 'ipc-009', 'ipc-010', 'ipc-015', 'ipc-022'],
  'terminals.test.ts': ['ipc-016'],
  '../../unit/renderer/shown-text.test.ts': ['ipc-011', 'ipc-012', 'ipc-017', 'ipc-018', 'ipc-019'],
  'folder-settings.test.ts': [
    'trust-001',
    'trust-003',
    'trust-004',
    'trust-005',
    'trust-006',
    'trust-008',
    'trust-009',
    'layer-013',
    'ipc-020',
  ],
  'mcp-servers.test.ts': ['mcp-001', 'mcp-003', 'mcp-006'],
  '../../unit/mcp/hostile-sign-in.test.ts': ['mcp-008', 'mcp-009'],
  '../../unit/host/draft-link.test.ts': ['mcp-013'],
  'agents.test.ts': ['layer-012', 'trust-013'],
  'skills.test.ts': ['trust-014'],
  'rules.test.ts': ['layer-018', 'layer-020'],
};

/** Events that can't happen because the feature doesn't exist; `not-built.test.ts` fails once it does. */
export const NOT_BUILT: Readonly<Record<string, string>> = {
  'trust-012': 'Nothing probes the project: no version of its tools is asked for.',
};

/** @throws Error when the table has no such row. */
export function seamRow(id: string): AttackRow {
  const row = attackRows().find((one) => one.id === id);
  if (row === undefined) throw new Error(`No row ${id} in attacks.jsonl`);
  return row;
}
