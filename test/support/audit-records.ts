import type { NewAuditRecord } from '#main/audit/audit-record.ts';

let counted = 0;

/** A record of an automatic decision, each a second after the one before. */
export function auditRecord(fields: Partial<NewAuditRecord> = {}): NewAuditRecord {
  counted += 1;
  return {
    at: new Date(Date.UTC(2026, 0, 1) + counted * 1000).toISOString(),
    session: '11111111-1111-4111-8111-111111111111',
    project: '/home/ada/süß',
    call: `toolu_${counted}`,
    tool: 'Bash',
    inputDigest: 'ab'.repeat(32),
    outcome: 'allow',
    layer: 'allow',
    reason: 'rule',
    rules: [{ text: 'Bash(npm test)', behavior: 'allow', source: 'user', file: '/home/ada/.claude/settings.json', line: 3, column: 7 }],
    by: 'rule',
    answer: null,
    waitedMs: null,
    mode: 'default',
    ...fields,
  };
}
